import SnapNode
import SnapProtocol
import Testing

@testable import SnapTerminal

/// What keys and lines mean.
@Suite struct OrderTests {
    private let snap = Order.input(.command(.snap))
    private let turn = Order.input(.command(.turn))

    private func orders(_ text: String, isKeys: Bool = true, _ keys: TableKeys = TableKeys()) -> [Order] {
        var reader = OrderReader(isKeys: isKeys, keys: keys)
        return reader.take(Array(text.utf8))
    }

    @Test func standardKeys() {
        #expect(orders("sS \rnq?h") == [snap, snap, snap, .goOn, .input(.command(.decline)), .leave, .help, .help])
        #expect(orders("NQ\u{4}x\t\u{1B}[A") == [.input(.command(.decline)), .leave, .leave, .unknown("x")])
    }

    @Test func chosenKeys() {
        let keys = TableKeys(snap: "j", turn: "f")
        #expect(orders("jJfF", keys) == [snap, snap, turn, turn])
        // The old ones mean nothing any more, but for the space bar; Enter starts and accepts as ever.
        #expect(orders("s \n", keys) == [.unknown("s"), snap, .goOn])
    }

    @Test func keysThatAreNoLetters() {
        #expect(orders(" \ts", TableKeys(snap: "Tab", turn: "Space")) == [turn, snap, .unknown("s")])
        let keys = TableKeys(snap: "ž", turn: "日")
        #expect(orders("žŽ日ß", keys) == [snap, snap, turn])
        // A character that is cut short spoils no key after it.
        var reader = OrderReader(isKeys: true, keys: keys)
        #expect(reader.take([0xE6, 0x97]) == [])
        #expect(reader.take(Array("qž".utf8)) == [.leave, snap])
        #expect(reader.take([0x80, 0xFF, 0xE6, 0x97, 0xA5]) == [turn])
    }

    @Test func keysToTalkAndPause() {
        #expect(orders("pPcCmM") == [.pause, .pause, .say, .say, .mute(nil), .mute(nil)])
        // A key of one's own goes first.
        #expect(orders("pc", TableKeys(snap: "p", turn: "c")) == [snap, turn])
    }

    /// The terminal hands over the whole line; the keys in it are no orders.
    @Test func aLineIsSaidAsItStands() {
        var reader = OrderReader(isKeys: true)
        reader.beginSaying()
        #expect(reader.take(Array("  Snap? so q".utf8)) == [])
        #expect(reader.take(Array("uick \u{1F44D}\ns".utf8)) == [.said("Snap? so quick \u{1F44D}"), snap])
        reader.beginSaying()
        #expect(reader.take(Array("\n".utf8)) == [.said("")])
    }

    @Test func linesToTalkAndPause() {
        #expect(
            orders("Say  Hello There \nmute Ann B\nmute\npause\nresume\nsay\n", isKeys: false) == [
                .input(.command(.say("Hello There"))), .mute("Ann B"), .mute(nil), .input(.command(.pause)),
                .input(.command(.resume)), .unknown("say"),
            ])
    }

    @Test func linesTakeWordsAndChosenKeys() {
        let keys = TableKeys(snap: "j", turn: "a")
        #expect(
            orders("snap\nturn\n\naccept\nleave\n", isKeys: false, keys)
                == [snap, turn, .goOn, .input(.command(.accept)), .input(.quit)])
        #expect(orders("j\na\nJ\r\n", isKeys: false, keys) == [snap, turn, snap])
        #expect(orders("s\nt\na\n", isKeys: false) == [snap, turn, .input(.command(.accept))])
        #expect(orders("s\n", isKeys: false, TableKeys(snap: "j", turn: "s")) == [turn])
    }
}
