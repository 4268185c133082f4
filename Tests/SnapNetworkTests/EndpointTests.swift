import SnapNetwork
import Testing

@Suite struct EndpointTests {
    @Test func packsAddressAboveThePort() throws {
        let endpoint = Endpoint(address: 0xC0A8_0107, port: 17_627)
        #expect(endpoint.raw == 0xC0A8_0107_44DB)
        #expect(Endpoint(raw: endpoint.raw) == endpoint)
        #expect(endpoint.description == "192.168.1.7:17627")
        let highest = try #require(Endpoint(raw: 0xFFFF_FFFF_FFFF))
        #expect(highest == Endpoint(address: .max, port: .max))
        #expect(Endpoint(raw: 1 << 48) == nil)
        #expect(Endpoint(raw: .max) == nil)
    }

    @Test func readsOnlyWhatIsMeant() {
        #expect(Endpoint("127.0.0.1:1") == Endpoint(address: 0x7F00_0001, port: 1))
        #expect(Endpoint("255.255.255.255:65535")?.raw == 0xFFFF_FFFF_FFFF)
        for wrong in [
            "", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:01", "127.0.0:1",
            "127.0.0.0.1:1", "256.0.0.1:1", "01.0.0.1:1", "1..0.1:1", "+1.0.0.1:1", "1.0.0.1:99999999999999999999",
            "1.0.0.1:1:1", "a.0.0.1:1", " 1.0.0.1:1", "١.0.0.1:1",
        ] {
            #expect(Endpoint(wrong) == nil, "\(wrong)")
        }
    }

    @Test func tellsWhereOneHostCanBeSpokenTo() {
        for good in ["127.0.0.1:9", "10.0.0.1:9", "223.255.255.255:9"] { #expect(Endpoint(good)?.isOneHost == true) }
        for bad in ["0.0.0.0:9", "0.1.2.3:9", "224.0.0.1:9", "239.192.83.78:9", "255.255.255.255:9"] {
            #expect(Endpoint(bad)?.isOneHost == false)
        }
        #expect(!Endpoint(address: 0x7F00_0001, port: 0).isOneHost)
    }

    @Test func derivesGroups() {
        #expect(IPv4.text(Groups.discovery) == "239.192.83.78")
        #expect(IPv4.text(Groups.table(tag: [0x12, 0xFE, 3, 4, 5, 6, 7, 8])) == "239.193.18.254")
        // Those of Protocol.md, *Table key*.
        #expect(IPv4.text(Groups.table(tag: [0x94, 0xCA, 0xDE, 0xB8, 0xBF, 0xD0, 0xC1, 0x0B])) == "239.193.148.202")
        #expect(IPv4.text(Groups.table(tag: [0x51, 0x6E, 0x93, 0xD2, 0x06, 0x39, 0xAF, 0xF4])) == "239.193.81.110")
        #expect(IPv4.text(Groups.table(tag: [255, 255])) == "239.193.255.255")
        #expect(IPv4.text(Groups.table(tag: [7])) == "239.193.7.0")
        #expect(IPv4.text(Groups.table(tag: [])) == "239.193.0.0")
    }

    @Test func knowsTheLink() {
        let address = Interface.Address(address: 0x0A00_0001, prefixLength: 24)
        #expect(address.covers(0x0A00_00FF))
        #expect(!address.covers(0x0A00_0100))
        #expect(Interface.Address(address: 1, prefixLength: 0).covers(.max))
        #expect(!Interface.Address(address: 1, prefixLength: 32).covers(2))
    }
}
