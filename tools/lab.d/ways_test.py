"""Tests of what the hub does to frames; tools/lab-test runs them."""

import unittest

from ways import HOLD_SECONDS, LATE_SECONDS, Network, Trouble


class Orders(unittest.TestCase):
    """What needs no network."""

    def frames(self, network, count, sender=0, pause=0.0):
        """Sends broadcasts 0, 1, ... and returns what arrived: (host, number, when)."""
        arrived, now = [], 0.0
        header = b"\xff" * 6 + bytes([2, 0, 0, 0, 0, sender]) + b"\x08\x06"
        for number in range(count):
            network.take(sender, header + number.to_bytes(4, "big"), now)
            now += pause
        while (now := network.next_due) is not None:
            arrived += [(host, int.from_bytes(frame[14:], "big"), now) for host, frame in network.due(now)]
        return arrived

    def test_chances_are_what_was_asked_for(self):
        for name, change in (("loss", -0.2), ("duplicate", 0.2)):
            network = Network(2)
            network.set(name, 20)
            share = len(self.frames(network, 10_000)) / 10_000
            self.assertAlmostEqual(share, 1 + change, delta=0.02)

    def test_reordered_frames_are_overtaken_and_none_is_lost(self):
        network = Network(2)
        network.set("reorder", 30)
        seen = [number for _, number, _ in self.frames(network, 10_000, pause=0.001)]
        self.assertEqual(sorted(seen), list(range(10_000)))
        late = sum(1 for before, after in zip(seen, seen[1:]) if after < before)
        # A frame behind one that is held back is never held itself: 0.3 / 1.3 of all.
        self.assertAlmostEqual(late / 10_000, 0.3 / 1.3, delta=0.02)
        self.assertEqual(network.counters[1].reordered, late)

    def test_a_frame_that_nothing_overtakes_waits_its_time(self):
        network = Network(2)
        network.set("reorder", 100)
        self.assertEqual(self.frames(network, 1), [(1, 0, HOLD_SECONDS)])

    def test_late_frames_hold_nobody_up(self):
        network = Network(2)
        network.set("late", 20)
        arrived = self.frames(network, 5_000, pause=0.001)
        late = {number for _, number, when in arrived if when - number * 0.001 > LATE_SECONDS / 2}
        self.assertEqual(sorted(number for _, number, _ in arrived), list(range(5_000)))
        self.assertAlmostEqual(len(late) / 5_000, 0.2, delta=0.03)
        for _, number, when in arrived:
            self.assertAlmostEqual(when - number * 0.001, LATE_SECONDS if number in late else 0, places=6)

    def test_jitter_keeps_the_order(self):
        network = Network(2)
        network.set("delay", 5)
        network.set("jitter", 50)
        arrived = self.frames(network, 500, pause=0.001)
        self.assertEqual([number for _, number, _ in arrived], list(range(500)))
        self.assertGreaterEqual(min(when - number * 0.001 for _, number, when in arrived), 0.005)

    def test_a_split_leaves_those_alone_who_are_not_named(self):
        network = Network(5)
        network.split("0,1|2,3")
        pairs = {(a, b) for a in range(5) for b in range(5) if a != b and network.is_open(a, b)}
        self.assertEqual(pairs, {(0, 1), (1, 0), (2, 3), (3, 2)})
        network.cut("0", "1")
        self.assertEqual((network.is_open(0, 1), network.is_open(1, 0)), (False, True))
        network.heal()
        self.assertTrue(all(network.is_open(a, b) for a in range(5) for b in range(5)))

    def test_one_way_has_settings_of_its_own(self):
        network = Network(3)
        network.set("loss", 100, "0", "1")
        self.assertEqual({host for host, _, _ in self.frames(network, 3)}, {2})

    def test_senseless_orders_are_refused_and_change_nothing(self):
        network = Network(4)
        before = network.show()
        for order in (
            lambda: network.set("loss", 101), lambda: network.set("loss", "nan"), lambda: network.set("delay", -1),
            lambda: network.set("loss", "x"), lambda: network.set("loss", 5, "4", "0"), lambda: network.split("0,0|1"),
            lambda: network.split("0|9"), lambda: network.split(""), lambda: network.cut("-1", "0"),
        ):
            with self.assertRaises(Trouble):
                order()
        self.assertEqual(network.show(), before)
