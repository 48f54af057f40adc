"""The device's own settings, changed at the device or by the plan: language, sounds. Group 4 of the intents; those that are
about which table it is, in takeover.py."""

from tavolo.domain.plan_reader import LANGUAGES
from tavolo.modules import forget
from tavolo.services import settings
from tavolo.ui import intents as i


def do(actions, app, intent: tuple) -> None:
    """Carry out an intent of this group."""
    if intent[0] >= i.TAKE:
        from tavolo.acts import takeover

        takeover.do(actions, app, intent)
        forget("tavolo.acts.takeover")
    elif intent[0] == i.LANGUAGE:
        _language(app, LANGUAGES[intent[1]])
    elif intent[0] == i.SILENT:
        app.model.silent = bool(intent[1])
        _save(app, "silent", app.model.silent)
    actions.settle()
    forget("tavolo.services.settings")


def _language(app, language: str) -> None:
    from tavolo.ui.assets import load_texts

    app.model.texts = load_texts(app.assets + "/" + language + ".txt")
    forget("tavolo.ui.assets")
    app.model.language = language
    app.navigator.dirty = True
    _save(app, "lang", language)


def _save(app, name: str, value) -> None:
    try:
        settings.save(app.root, {name: value})
    except (OSError, ValueError) as e:  # it holds until the next start, and the info screen says why not longer
        app.model.fault = ("settings: %s" % e)[:21]
