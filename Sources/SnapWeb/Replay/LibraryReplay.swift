internal import SnapNode
internal import SnapWire

extension Library {
    /// The answer to a request for steps of a transcript: `file` its name, `from` the number of the first step, 0 where it is not said.
    func replay(_ request: WebRequest) -> WebResponse {
        guard let name = request.query["file"] else { return .fault(400, "Which transcript? file=NAME says so.") }
        let text = request.query["from"] ?? "0"
        guard let step = Int(text), step >= 0, String(step) == text else {
            return .fault(400, "from=NUMBER says from which step on; the first is 0.")
        }
        guard let entry = entry(name), let bytes = try? TranscriptShelf.read(entry) else {
            return .fault(404, "No transcript called \"\(Printable(name, limit: 100))\" can be read.")
        }
        // Names that cannot be read are as good as none here; what plays with them says so.
        let petNames = (try? PetNames.load(from: places)) ?? PetNames()
        let answer = replays.page(
            of: bytes, file: name, code: entry.code?.description, from: step, owner: owner, petNames: petNames,
            verified: verified)
        switch answer {
        case .page(let page): return .json(page.compact)
        case .noSuchStep: return .fault(404, "The game has no step \(step).")
        case .nothing(let why): return .fault(422, why)
        }
    }
}
