import SnapNode
import SnapPlayers
import SnapProtocol
import SnapWire
import Testing

@testable import SnapWeb

/// What a POST of the page means.
@Suite struct PageOrderTests {
    private static func order(_ text: String) throws(PageFault) -> PageOrder { try PageOrder(Array(text.utf8)) }

    @Test(arguments: [
        (#"{"do":"turn"}"#, PageOrder.table(.command(.turn))),
        (#"{"do":"snap","ageMicros":1800}"#, .table(.command(.snapEarlier(micros: 1_800)))),
        (#"{"do":"snap"}"#, .table(.command(.snapEarlier(micros: 0)))),
        (#"{"do":"snap","ageMicros":-5}"#, .table(.command(.snapEarlier(micros: 0)))),
        (#"{"do":"snap","ageMicros":18446744073709551615}"#, .table(.command(.snapEarlier(micros: .max)))),
        (#"{"do":"snap","ageMicros":1e300}"#, .table(.command(.snapEarlier(micros: 0)))),
        (#"{"do":"start"}"#, .table(.start)), (#"{"do":"accept"}"#, .table(.command(.accept))),
        (#"{"do":"decline"}"#, .table(.command(.decline))), (#"{"do":"leave"}"#, .table(.quit)),
        (#"{"do":"solo"}"#, .solo(opponents: 3, level: .average, rules: [])),
        (
            #"{"do":"solo","opponents":1,"level":"expert","rules":{"timeLimit":"60"}}"#,
            .solo(opponents: 1, level: .expert, rules: [.init(name: "timeLimit", value: "60")])
        ),
        (#"{"do":"new","players":2,"private":true}"#, .new(players: 2, isPrivate: true, rules: [])),
        (#"{"do":"set","name":"flipCost","value":"0"}"#, .set(name: "flipCost", value: "0")),
        (#"{"do":"quit"}"#, .quit), (#"{"do":"say","text":"Hi <b>"}"#, .table(.command(.say("Hi <b>")))),
        (#"{"do":"pause"}"#, .table(.command(.pause))), (#"{"do":"resume"}"#, .table(.command(.resume))),
    ])
    func isUnderstood(text: String, order: PageOrder) throws {
        #expect(try Self.order(text) == order)
    }

    @Test func codesForgive() throws {
        let code = try TableCode("4HMA-SW95")
        for text in ["4HMA-SW95", "4hmasw95", " 4hma sw95 "] {
            #expect(try Self.order(#"{"do":"join","code":"\#(text)"}"#) == .join(code))
            #expect(try Self.order(#"{"do":"watch","code":"\#(text)"}"#) == .watch(code))
        }
    }

    @Test(arguments: [
        ("", "no order"), ("[]", "does not say what"), (#"{"do":7}"#, "does not say what"),
        (#"{"do":"fly"}"#, "\"fly\""), (#"{"do":"turn"}x"#, "no order"),
        (#"{"do":"solo","opponents":4}"#, "1 to 3"), (#"{"do":"solo","opponents":"2"}"#, "1 to 3"),
        (#"{"do":"solo","level":"god"}"#, "child, average, expert"), (#"{"do":"new","players":1}"#, "2 to 4"),
        (#"{"do":"new","rules":[]}"#, "rules"), (#"{"do":"new","rules":{"timeLimit":60}}"#, "timeLimit"),
        (#"{"do":"new","rules":{"timeLimit":"-1"}}"#, "timeLimit"), (#"{"do":"new","rules":{"speed":"1"}}"#, "speed"),
        (#"{"do":"join"}"#, "has 0"), (#"{"do":"join","code":"4HMA-SW9"}"#, "has 7"),
        (#"{"do":"join","code":"4HMA-SW9U"}"#, "\"U\""), (#"{"do":"join","code":"4HMA-SW96"}"#, "check symbol"),
        (#"{"do":"set","name":"flipCost","value":3}"#, "as text"),
    ])
    func isRefusedInWords(text: String, words: String) {
        let fault = #expect(throws: PageFault.self) { try Self.order(text) }
        #expect(fault?.words.contains(words) == true, "\(fault?.words ?? "")")
    }

    @Test func wordsOfTheOrderComeBackHarmless() {
        let fault = #expect(throws: PageFault.self) { try Self.order(#"{"do":"a\u001b[2Jb\u202e"}"#) }
        #expect(fault?.words.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E } == true)
    }
}
