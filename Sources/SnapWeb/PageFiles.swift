internal import CPage

/// The files of the page, as they were when the program was built.
struct PageFile {
    let name: String
    /// Its media type.
    let type: String
    let octets: [UInt8]
}

enum PageFiles {
    static let all: [PageFile] = {
        var files: [PageFile] = []
        while let file = unsafe snap_page(files.count), let name = unsafe file.pointee.name {
            let text = unsafe String(cString: name)
            let octets = unsafe Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.length))
            files.append(PageFile(name: text, type: type(of: text), octets: octets))
        }
        return files
    }()

    static func named(_ name: String) -> PageFile? { all.first { $0.name == name } }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
