public import SnapWire

/// A name that people can say, made from the code so that everyone at the table shows the same: "Brisk Otter".
public enum TableNames {
    private static let manners = [
        "Brisk", "Calm", "Eager", "Fair", "Gentle", "Happy", "Jolly", "Keen", "Lively", "Merry", "Nimble", "Proud",
        "Quick", "Silent", "Swift", "Witty",
    ]
    private static let animals = [
        "Otter", "Badger", "Crane", "Dolphin", "Falcon", "Gecko", "Heron", "Ibex", "Jay", "Koala", "Lynx", "Marten",
        "Newt", "Owl", "Panda", "Raven",
    ]

    public static func name(of code: TableCode) -> String {
        "\(manners[Int(code.value & 15)]) \(animals[Int(code.value >> 4 & 15)])"
    }
}
