// SnapNode
