// SnapAudit
