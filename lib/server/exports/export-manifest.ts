import type { ExportManifest } from "../../contract"
import { describeRows, type FileFacts, fileName } from "./export-file"

const notes = {
  csv: "RFC 4180 in UTF-8. An apostrophe before = + - @ in a text was added so that no spreadsheet takes it for a formula. Arrays are JSON text. Times are ISO 8601 as the platform sent them.",
  xlsx: "Texts are texts, whatever they begin with; one of more than 32,767 characters ends in \u2026. Times are dates in the time zone that is named here. Beside ids stand the names that were known when their page was read. Under labels, arrays are texts with an entry a line; under field names, JSON text. Values of enumerations are the API's.",
} as const

/** What a file holds, beside it: what was asked, how many rows, whether all of them, and the file's SHA-256 in hex. */
export function describeFile(
  parts: FileFacts,
  { bytes, sha256 }: { bytes: number; sha256: string },
): ExportManifest {
  return {
    file: fileName(parts),
    bytes,
    sha256,
    ...describeRows(parts),
    calls: parts.job.calls,
    startedAt: parts.job.createdAt.toISOString(),
    endedAt: parts.job.endedAt?.toISOString() ?? null,
    notes: notes[parts.order.order.format],
  }
}
