internal import SnapNode

extension Library {
    /// The answer to a request for what was played. Takes as long as it takes: seconds, where there is much.
    func answer(_ request: WebRequest) -> WebResponse {
        switch request.path {
        case "/transcripts": listed { () throws(FileError) in try transcripts() }
        case "/scores": listed { () throws(FileError) in try scores() }
        case "/audit": file(request) { audit($0).map { .json($0.compact) } }
        case "/replay": replay(request)
        case "/report":
            file(request) { name in
                report(name).map { text in
                    var response = WebResponse(type: "text/html; charset=utf-8", body: Array(text.utf8))
                    response.policy = .document
                    return response
                }
            }
        case "/transcript":
            file(request) { name in
                bytes(of: name).map { bytes in
                    var response = WebResponse(type: "application/octet-stream", body: bytes)
                    response.fileName = name
                    return response
                }
            }
        default: .notFound
        }
    }

    private func listed(_ list: () throws(FileError) -> JSONValue) -> WebResponse {
        do { return .json(try list().compact) } catch { return .fault(500, "\(error)") }
    }

    private func file(_ request: WebRequest, _ answer: (String) -> WebResponse?) -> WebResponse {
        guard let name = request.query["file"] else { return .fault(400, "Which transcript? file=NAME says so.") }
        return answer(name) ?? .fault(404, "No transcript called \"\(Printable(name, limit: 100))\" can be read.")
    }
}

extension WebResponse {
    /// What is wrong, in words for the page.
    static func fault(_ status: UInt32, _ words: String) -> WebResponse {
        .json((["error": .string(words)] as JSONValue).compact, status: status)
    }
}
