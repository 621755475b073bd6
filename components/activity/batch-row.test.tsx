import { expect, it } from "vitest"
import { messages } from "@/lib/client/messages/en"
import { batchesOptions, batchOptions } from "../edits/batches"
import { editEntry } from "../edits/testing/edit-entry"
import { noAnswer, showFailed, skeleton } from "../ui/testing/show-failed"
import { BatchRow } from "./batch-row"

const batch = "8d0d8f0e-2222-4c6e-9b1f-000000000002"
const row = <BatchRow batch={batch} entries={[editEntry("edit", { batch })]} />

it("shows an error instead of the skeleton if a batch's counts cannot be read", () => {
  const html = showFailed(noAnswer, [batchesOptions().queryKey, batchOptions(batch).queryKey], row)
  expect(html).toContain(messages.errors.codes.unreachable.title)
  expect(html).not.toContain(skeleton)
})

it("shows a skeleton while a batch's counts load", () => {
  expect(showFailed(noAnswer, [batchesOptions().queryKey], row)).toContain(skeleton)
})
