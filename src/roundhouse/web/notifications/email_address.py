"""Change the email address of a user, which also resets passwords."""

from __future__ import annotations

import secrets
from functools import partial

from starlette.concurrency import run_in_threadpool

from roundhouse.core.translation import ENGLISH, current_language
from roundhouse.core.translation import translate as _
from roundhouse.web.accounts.email_links import CONFIRM
from roundhouse.web.accounts.sessions import User
from roundhouse.web.http.errors import TooMany
from roundhouse.web.http.request_context import RequestContext
from roundhouse.web.notifications.channel_storage import MAIL
from roundhouse.web.notifications.mail import NO_MAIL, check_address
from roundhouse.web.notifications.message import Notification, NotSent
from roundhouse.web.storage.database import Row


async def change_email(context: RequestContext, address: str, password: str) -> None:
    """Replace the address; the new one stays inactive until its owner uses the link.

    Accounts must confirm their password, because who has the address has the account.
    """
    social = context.services.social
    if not social.senders.post.usable:
        raise NotSent(_(NO_MAIL))
    checked = check_address(address)
    user, channel, token, old = await run_in_threadpool(_replace, context, checked, password)
    if old is not None:
        tell_old_address(context, old)
    message = Notification(
        secrets.token_hex(12),
        _("Confirm your email address"),
        _(
            "{name} asked to be notified at this address when it is their turn. If that was you, "
            "open this link. Otherwise ignore this email.",
            name=user.name,
        ),
        social.email_links.url(CONFIRM, token),
    )
    try:
        await social.senders.post.send(checked, message)
    except NotSent as error:
        await run_in_threadpool(social.channels.change, channel, error=str(error))
        await run_in_threadpool(social.email_links.revoke, token)
        raise


def _replace(
    context: RequestContext, address: str, password: str
) -> tuple[User, str, str, Row | None]:
    """Return the user, the new channel, the secret of its link, and the old channel."""
    social, user = context.services.social, context.require_user()
    if user.account:
        context.services.check_password(user, password)
    context.limit("notification")
    context.services.limits.take("emails", context.client_key)
    channel = secrets.token_hex(12)
    token = social.email_links.create(CONFIRM, channel, address, context.client_key)
    if token is None:
        reason = _("This address has received several emails today. Use the link in one of them.")
        raise TooMany(reason, 3600)
    remember_language(context, user)
    row = {"id": channel, "person": user.id, "kind": MAIL, "address": address, "confirmed": False}
    return user, channel, token, social.channels.replace_mail(row)


def remember_language(context: RequestContext, user: User) -> None:
    """Store the language of a user who has not chosen one, for notifications."""
    if not user.language and current_language() != ENGLISH:
        context.services.users.set_language(user, current_language())


def tell_old_address(context: RequestContext, channel: Row) -> None:
    """Tell the owner of a removed address in the background, if it was confirmed."""
    social, user = context.services.social, context.user
    if channel["kind"] != MAIL or not channel["confirmed"] or user is None or not user.account:
        return
    message = Notification(
        secrets.token_hex(12),
        _("Your email address was removed"),
        _(
            "This address was removed from the account {name}. It receives no notifications and "
            "no links to reset the password any more. If that was not you, set a new password, "
            "and ask the operator of the server for help.",
            name=user.name,
        ),
        social.links.url("/me/notices"),
    )
    social.background_mail.start(partial(social.senders.post.send, channel["address"], message))
