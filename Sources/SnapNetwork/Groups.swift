/// The multicast groups and the port of the game (Protocol.md, *Groups and ports*). Both groups lie in the organisation-local
/// scope 239.192.0.0/14 of RFC 2365.
public enum Groups {
    /// UDP; not assigned by IANA and below Linux's range of ephemeral ports.
    public static let port: UInt16 = 17_627
    /// 239.192.83.78: the beacons of every table.
    public static let discovery: UInt32 = 0xEFC0_534E

    /// 239.193.x.y, where x and y are the first two octets of the table's public tag. Two tables may share a group:
    /// each drops what does not bear its tag. A shorter tag counts as filled up with zeros.
    public static func table(tag: [UInt8]) -> UInt32 {
        let first = UInt32(tag.first ?? 0)
        let second = UInt32(tag.dropFirst().first ?? 0)
        return 0xEFC1_0000 | first << 8 | second
    }
}
