// Service worker: shows a push notification and opens the game on click.

self.addEventListener("push", (event) => {
  const notification = event.data.json();
  event.waitUntil(
    self.registration.showNotification(notification.title, {
      body: notification.body,
      tag: notification.link || notification.id,
      icon: "/static/icon-turn.svg",
      data: notification.link,
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  if (event.notification.data) event.waitUntil(self.clients.openWindow(event.notification.data));
});
