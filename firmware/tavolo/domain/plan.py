"""The round plan of one table: all that a table must know to run a round alone (PRODUCT 2.1, 3)."""


class Plan:
    """Attributes: number (round, 1..), rounds, table, deals (1..6), profile, minutes, policy, last_minutes,
    warnings (minutes before the end), names ((n, s), (e, w)) of the two lines, scale_id, bands;
    blind (each line enters the count, unseen by the other), turn_clock (it runs all the time, NS and EW are its levers),
    turn_s (seconds of a turn for few, middle, many cards; 0: the profile's), language ("" = the device's choice), muted
    (mask of sounds), leave (where the pairs of the round before go from here: ((table, line), (table, line)), table 0 =
    nowhere; or empty).

    `bands` are (max_diff, vp_winner, vp_loser), rising, the last one's max_diff OPEN_END: the VP scale travels with the
    plan, so that an organiser's own scale needs no table on the device.
    """

    def __init__(self) -> None:
        self.number = 1
        self.rounds = 1
        self.table = 0
        self.deals = 4
        self.profile = 0
        self.minutes = 45
        self.policy = 0
        self.last_minutes = 5
        self.warnings: tuple[int, ...] = (5,)
        self.names = (("", ""), ("", ""))
        self.scale_id = ""
        self.bands: tuple = ()
        self.blind = self.turn_clock = False
        self.turn_s = (0, 0, 0)
        self.language = ""
        self.muted = 0
        self.leave: tuple = ()

    def line_name(self, line: int, width: int = 14) -> str:
        """Both players of a line as "Rossi-Bianchi" in at most `width` characters, each shortened evenly."""
        first, second = self.names[line]
        if not second:
            return first[:width]
        room = width - 1
        half = room // 2
        if len(first) + len(second) > room:
            if len(first) <= half:
                second = second[: room - len(first)]
            elif len(second) <= room - half:
                first = first[: room - len(second)]
            else:
                first, second = first[:half], second[: room - half]
        return first.rstrip() + "-" + second
