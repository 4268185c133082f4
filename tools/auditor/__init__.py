"""An auditor of Snap! transcripts, written from Protocol.md alone. Sections in quotation marks are that text's."""
