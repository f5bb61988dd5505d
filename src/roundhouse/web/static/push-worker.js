// Shows a notice that was pushed, and opens the game when it is clicked.

self.addEventListener("push", (event) => {
  const told = event.data.json();
  event.waitUntil(
    self.registration.showNotification(told.title, {
      body: told.body,
      tag: told.link || told.id,
      icon: "/static/icon-turn.svg",
      data: told.link,
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  if (event.notification.data) event.waitUntil(self.clients.openWindow(event.notification.data));
});
