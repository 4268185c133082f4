import Testing

@testable import SnapNode

private func parsed(_ text: String) throws -> JSONValue { try JSONValue.parse(Array(text.utf8)) }

@Suite struct FilesJSONTests {
    @Test func keepsOrderAndDigits() throws {
        let text = #"{"z":1.50,"a":[true,false,null,-0,1e+9],"m":{"b":"","a":{}}}"#
        #expect(try parsed(text).compact == text)
        #expect(try parsed(" \n\t" + text + "\r\n").compact == text)
    }

    @Test func writesForPeople() throws {
        #expect(
            try parsed(#"{"a":1,"b":[],"c":[1,{}]}"#).pretty == """
                {
                  "a": 1,
                  "b": [],
                  "c": [
                    1,
                    {}
                  ]
                }

                """)
    }

    @Test func readsEscapes() throws {
        #expect(try parsed(#""\"\\\/\b\f\n\r\t\u00e9\uD83C\uDCA1""#) == .string("\"\\/\u{8}\u{C}\n\r\té\u{1F0A1}"))
    }

    @Test func writesNothingThatActsOnATerminal() {
        let name = "a\u{1B}]0;x\u{7}\u{9B}\u{202E}\u{2066}\u{200B}\u{E0041}\u{7F}\r\n\té\"\\"
        let text = (["name": .string(name)] as JSONValue).compact
        #expect(text == #"{"name":"a\u001b]0;x\u0007\u009b\u202e\u2066\u200b\udb40\udc41\u007f\r\n\té\"\\"}"#)
        #expect(try! parsed(text)["name"] == .string(name))
    }

    @Test(arguments: [
        ("", "line 1, column 1"), ("{", "line 1, column 2"), ("{\"a\":1,}", "line 1, column 8"),
        ("{\"a\" 1}", "line 1, column 6"), ("[1 2]", "line 1, column 4"), ("01", "line 1, column 2"),
        ("1.", "line 1, column 3"), ("-", "line 1, column 2"), ("+1", "line 1, column 1"), ("nul", "line 1, column 1"),
        ("\"a", "line 1, column 3"), ("\"\t\"", "line 1, column 2"), ("\"\\x\"", "line 1, column 3"),
        ("\"\\ud800\"", "line 1, column 8"), ("\"\\u12\"", "line 1, column 4"), ("{}\n{}", "line 2, column 1"),
        ("{\n\"a\":1,\n\"a\":2}", "line 3, column 1"), ("NaN", "line 1, column 1"), ("'a'", "line 1, column 1"),
    ])
    func refusesWithThePlace(text: String, place: String) throws {
        let fault = try #require(throws: JSONFault.self) { try parsed(text) }
        #expect(fault.description.hasPrefix(place + ":"), "\(text): \(fault)")
    }

    @Test func refusesWhatIsNotUTF8() {
        #expect(throws: JSONFault.self) { try JSONValue.parse([0x22, 0xFF, 0x22]) }
        #expect(throws: JSONFault.self) { try JSONValue.parse([0x22, 0xED, 0xA0, 0x80, 0x22]) }
    }

    @Test func boundsTheDepth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try parsed(nested(JSONValue.depthLimit)).compact == nested(JSONValue.depthLimit))
        #expect(throws: JSONFault.self) { try parsed(nested(JSONValue.depthLimit + 1)) }
        #expect(throws: JSONFault.self) { try parsed(String(repeating: "[", count: 100_000)) }
    }
}

@Suite struct FilesPrintableTests {
    @Test func showsWhatCannotBeSeen() {
        #expect(
            Printable("Ann\u{1B}[2J\r\n\u{9B}\u{202E}\u{200B}").description
                == #"Ann\u{1B}[2J\u{D}\u{A}\u{9B}\u{202E}\u{200B}"#)
        #expect(Printable("Zoë 王 ❤️ שלום").description == "Zoë 王 ❤️ שלום")
    }

    @Test func staysASCIIInTheCLocale() {
        #expect(Printable("Zoë 王", asciiOnly: true).description == "Zo? ?")
        #expect(Printable("\u{202E}", asciiOnly: true).description == #"\u{202E}"#)
    }

    @Test func isBounded() {
        #expect(Printable("abcdef", limit: 3).description == "abc…")
        #expect(Printable("abc", limit: 3).description == "abc")
        let pile = "a" + String(repeating: "\u{301}", count: 1000)
        #expect(Printable(pile).description.unicodeScalars.count == 8)
    }
}
