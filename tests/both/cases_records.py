"""Records, plans and their payloads: bytes as docs/protocol.md writes them, and refusals of everything else."""

import tiny

from tavolo.domain import fact_writer, facts, plan_reader, plan_writer, record
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.domain.record import RecordError

NS = [1, 0, 1, 1, 0, 45, 345, 0]
EW = [0, 0, 1, 0, 0, 60, 180, -100]


def deal_record(seq: int = 5) -> record.Record:
    """A confirmed deal at table 12."""
    rec = record.Record(k.DEAL, b"\x01\x02\x03\x04", b"LOG1", seq, 123456, fact_writer.deal_payload(1, NS, EW))
    return rec.place(b"EVNT", b"RND1", 12, record.ABOUT)


data = record.pack(deal_record())
tiny.equal("length", len(data), record.HEAD + 25 + 4)
tiny.equal("length by the head alone", record.length_at(data), len(data))
tiny.equal("head as the protocol page says", data[:16], b"\x01\x0b\x00\x19\x01\x02\x03\x04LOG1\x00\x00\x00\x05")
back = record.unpack(data)
tiny.equal("who", (back.device, back.log, back.seq), (b"\x01\x02\x03\x04", b"LOG1", 5))
tiny.equal("where and when", (back.event, back.round, back.table, back.at_ms, back.flags), (b"EVNT", b"RND1", 12, 123456, 1))
tiny.equal("what", facts.read_deal(back.payload), (1, 0, 0, NS, EW, b""))
tiny.equal("its id", back.ref(), b"\x01\x02\x03\x04LOG1\x00\x00\x00\x05")
for at in range(len(data)):
    broken = data[:at] + bytes((data[at] ^ 0x10,)) + data[at + 1 :]
    tiny.refused("a bit flipped in byte %d" % at, RecordError, "record", record.unpack, broken)
tiny.refused("cut off", RecordError, "wrong format or length", record.unpack, data[:-1])
tiny.refused("one byte more", RecordError, "wrong format or length", record.unpack, data + b"\0")
tiny.refused("nothing", RecordError, "not a record", record.unpack, b"")
for name, change in (("seq", 0), ("seq", 1 << 30), ("at_ms", -1), ("at_ms", 1 << 30), ("table", 65536), ("kind", 256)):
    rec = deal_record()
    setattr(rec, name, change)
    tiny.refused("%s = %d" % (name, change), RecordError, "out of range", record.pack, rec)
rec = deal_record()
rec.payload = bytes(401)
tiny.refused("a payload of 401 bytes", RecordError, "too long", record.pack, rec)
rec = deal_record()
rec.device = b"abc"
tiny.refused("an id of three bytes", RecordError, "4 bytes", record.pack, rec)

ref = back.ref()
tiny.equal("a revision names what it replaces", facts.read_deal(fact_writer.deal_payload(2, NS, EW, 1, 3, ref))[5], ref)
tiny.equal("sign", facts.read_sign(fact_writer.sign_payload(4, -230, 2990, 1, 19, 1)), (4, -230, 2990, 1, 19, 1))
tiny.equal("delta", facts.read_delta(fact_writer.delta_payload(-300000)), -300000)
end = b"host tag"
tiny.equal("a host's deal ends in a tag", facts.read_deal(fact_writer.deal_payload(1, NS, EW) + end)[5], b"")
tiny.equal("and its revision", facts.read_deal(fact_writer.deal_payload(2, NS, EW, 1, 3, ref) + end)[5], ref)
tiny.equal("and its time", facts.read_time(facts.time_payload(7, 8) + end), (7, 8))
tiny.equal("time", facts.read_time(facts.time_payload((1 << 30) - 1, 2700000)), ((1 << 30) - 1, 2700000))
tiny.equal("numbers", facts.read_numbers(facts.numbers_payload(1, 255, 7), 2), (1, 255))
tiny.refused("a field that is missing", RecordError, "missing", fact_writer.deal_payload, 1, [k.UNKNOWN] * 8, EW)
tiny.refused("300 burracos", RecordError, "out of range", fact_writer.deal_payload, 1, [300] + NS[1:], EW)
tiny.refused("points for 16 bits and more", RecordError, "out of range", fact_writer.sign_payload, 4, 40000, 0, 10, 10)
tiny.refused("a byte of 256", RecordError, "does not fit", facts.numbers_payload, 256)
tiny.refused("a deal cut off", RecordError, "too short", facts.read_deal, fact_writer.deal_payload(1, NS, EW)[:-1])

plan = Plan()
plan.number, plan.rounds, plan.table, plan.deals, plan.minutes = 2, 4, 300, 4, 45
plan.names = (("Rossi", "Bianchi"), ("D'Angelo", "Nerì"))
plan.scale_id = "fibur_4_deals"
plan.bands = ((100, 10, 10), (300, 11, 9), (32767, 20, 0))
plan.blind, plan.turn_clock, plan.turn_s, plan.language, plan.muted = True, True, (8, 15, 30), "fr", 0x84
plan.leave = ((7, 1), (300, 0))
written = plan_writer.plan_bytes(plan)
again = plan_reader.read_plan(written)
PARTS = "number rounds table deals profile minutes policy warnings names scale_id bands"
for name in (PARTS + " blind turn_clock turn_s language muted leave").split():
    tiny.equal("plan's " + name, getattr(again, name), getattr(plan, name))
old = len(written) - 12  # an older plan has no tail
for size in range(len(written)):
    if size != old:
        tiny.refused("a plan of %d bytes" % size, RecordError, "plan", plan_reader.read_plan, written[:size])
again = plan_reader.read_plan(written[:old])
tiny.equal("a plan without tail", (again.blind, again.turn_clock, again.turn_s, again.language), (False, False, (0, 0, 0), ""))
tiny.equal("and nowhere to go", (again.muted, again.leave), (0, ()))
tiny.equal("a newer host's plan", plan_reader.read_plan(written + b"more").leave, plan.leave)
for name, wrong in (("language", "de"), ("muted", 256), ("turn_s", (0, 0, 256)), ("leave", ((65536, 0), (0, 0)))):
    kept = getattr(plan, name)
    setattr(plan, name, wrong)
    tiny.refused("plan's %s" % name, RecordError, "plan", plan_writer.plan_bytes, plan)
    setattr(plan, name, kept)
tiny.equal("both names", again.line_name(0), "Rossi-Bianchi")
plan.names = (("Pellegrini", "Martinelli"), ("Li", "Bartolomeo-Esposito"))
tiny.equal("long names, shortened evenly", plan.line_name(0), "Pelleg-Martine")
tiny.equal("one long name gets the room", plan.line_name(1), "Li-Bartolomeo-")
tiny.equal("never wider than asked", [len(plan.line_name(0, n)) for n in range(5, 22)], list(range(5, 22)))
tiny.equal("letters that a table has", plan_writer.latin1("Nerì Čović Łukasz Ωmega"), "Nerì Covic Lukasz ?mega")
tiny.finish()
