export {
  applyPatch,
  documentLimit,
  findForbidden,
  type PatchOutcome,
  pointersOf,
} from "./apply-patch"
export { diffDocuments } from "./diff-documents"
export type { JsonDocument } from "./json-object"
export { parsePointer, printPointer } from "./json-pointer"
export { equalJson } from "./json-value"
export { type FieldMerge, mergeThreeWays } from "./merge-three-ways"
export { type JsonPatchOperation, parsePatch } from "./parse-patch"
export type { PatchError, PatchErrorCode, PatchProblem } from "./patch-error"
export { planUndo, type UndoPlan } from "./plan-undo"
export { planUndoParts, type UndoPart } from "./plan-undo-parts"
export { printPatch, printUnguarded } from "./print-patch"
export { type PatchChange, readChanges } from "./read-changes"
export { type PatchBody, patchBytesLimit, readPatch, readPatchText } from "./read-patch"
export { isPosition, isWithin, writtenPointers } from "./written-pointers"
