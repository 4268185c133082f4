/// The path and the query of a request, as they came. Strict: what no page of ours asks for is no target.
struct RequestTarget: Equatable {
    let path: String
    let query: [String: String]

    /// Nil where it is not a target (RFC 9112, section 3.2.1) with a plain path and a query of well-formed UTF-8.
    init?(_ octets: [UInt8]) {
        let parts = octets.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, path.first == UInt8(ascii: "/"), path.allSatisfy(Self.isPlain) else { return nil }
        let names = path.split(separator: UInt8(ascii: "/"))
        guard !names.contains(where: { $0.allSatisfy { $0 == UInt8(ascii: ".") } }) else { return nil }
        guard let query = Self.fields(parts.count > 1 ? parts[1] : []) else { return nil }
        self.path = String(decoding: path, as: UTF8.self)
        self.query = query
    }

    private init(path: String, query: [String: String]) {
        self.path = path
        self.query = query
    }

    /// The same, seen from `place`; nil where it does not lie below that.
    func below(_ place: String) -> RequestTarget? {
        guard path.hasPrefix(place + "/") else { return nil }
        return RequestTarget(path: String(path.dropFirst(place.count)), query: query)
    }

    private static func isPlain(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "/"):
            true
        default: false
        }
    }

    private static func fields(_ query: ArraySlice<UInt8>) -> [String: String]? {
        var fields: [String: String] = [:]
        for field in query.split(separator: UInt8(ascii: "&")) {
            let sides = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decode(sides[0]), let value = decode(sides.count > 1 ? sides[1] : []),
                fields.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        return fields
    }

    /// Percent-encoded UTF-8 without control characters.
    private static func decode(_ text: ArraySlice<UInt8>) -> String? {
        var octets: [UInt8] = []
        var rest = text
        while let octet = rest.popFirst() {
            switch octet {
            case UInt8(ascii: "+"): octets.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                octets.append(high << 4 | low)
            default: octets.append(octet)
            }
        }
        guard let decoded = String(validating: octets, as: UTF8.self) else { return nil }
        return decoded.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : decoded
    }

    private static func digit(_ octet: UInt8) -> UInt8? {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): octet - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): octet - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
