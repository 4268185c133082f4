public import SnapRules

extension JSONValue {
    /// House rules by name, as settings have them: numbers as numbers, in the settings' units.
    public static func houseRules(_ rules: HouseRules) -> JSONValue {
        .object(
            HouseRules.ranges.map { setting in
                let text = rules.value(named: setting.name) ?? ""
                if case .number = setting.kind, let number = UInt64(text) {
                    return JSONMember(setting.name, .integer(number))
                }
                return JSONMember(setting.name, .string(text))
            })
    }
}
