"""What is taken back in a generated event, as the engine plans it (engine/undoing.py): a publishing, a whole round, anything."""

from host_tools.engine import undoing
from host_tools.engine.acts import ActError
from tests.checker import words
from tests.checker.play import Play


def publishing(play: Play, number: int) -> None:
    """The round is a draft again, with the same seats under a new id."""
    play.take_back(undoing.undo_publish(play.acts, number, play.new_id()))
    play.forget(number)
    play.features["undo of a publication"] += 1


def whole_round(play: Play, number: int) -> None:
    """The newest round never was; its rulings go with it."""
    play.take_back(undoing.undo_round(play.acts, number, with_rulings=True))
    play.forget(number)
    play.features["undo of a round"] += 1


def entry(play: Play, number: int) -> None:
    """A competitor that never sat was entered by mistake."""
    play.take_back(undoing.undo_entry(play.acts, number))
    play.features["undo of an entry"] += 1


def anything(play: Play) -> None:
    """Some act, mostly a late one, each kind by its own rule; what others build on cannot go."""
    count = len(play.acts)
    number = play.chance.randrange(max(1, count - 15), count + 1) if play.maybe(0.6) else play.chance.randrange(1, count + 1)
    try:
        if play.maybe(0.2):
            undo = undoing.undo_last(play.acts, play.new_id())
        else:
            undo = undoing.undo_act(play.acts, number, play.new_id())
    except ActError:
        play.features[f"undo refused: {play.acts[number - 1].kind}"] += 1
        return
    if play.maybe(0.5):
        words.seen_before(play, undo)
        play.features["previews"] += 1
    else:
        play.take_back(undo)
    play.forget_tables()
    play.features["undo of anything"] += 1
