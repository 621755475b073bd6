import { quote } from "@/lib/catalogue"

/** Why a patch was not applied: it is unreadable, does not fit the document, or a `test` failed. */
export type PatchErrorCode = "malformed" | "not_applicable" | "test_failed"

/** What is wrong with one operation: its index in the patch, and the pointer at fault. */
export interface PatchProblem {
  readonly index: number
  readonly path: string
  readonly message: string
}

/** A refusal of a patch, with at least one problem. The document stays unchanged. */
export interface PatchError {
  readonly code: PatchErrorCode
  readonly problems: readonly PatchProblem[]
}

/** Thrown inside this folder only, by an operation that cannot be applied. */
export class OperationFault extends Error {
  override name = "OperationFault"

  constructor(
    readonly code: Exclude<PatchErrorCode, "malformed">,
    readonly path: string,
    message: string,
  ) {
    super(message)
  }
}

/** A pointer as shown in messages. */
export const namePointer = (pointer: string): string =>
  pointer === "" ? "the document itself" : quote(pointer)
