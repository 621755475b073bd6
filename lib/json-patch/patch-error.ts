import { quote } from "@/lib/catalogue"

/** Why a patch was not applied: it cannot be read, it does not fit the document, or a `test` said no. */
export type PatchErrorCode = "malformed" | "not_applicable" | "test_failed"

/** What is wrong with one operation: its position in the patch from 0, and the pointer at fault. */
export interface PatchProblem {
  readonly index: number
  readonly path: string
  readonly message: string
}

/** A refusal of a patch, with at least one problem; the document stays as it was. */
export interface PatchError {
  readonly code: PatchErrorCode
  readonly problems: readonly PatchProblem[]
}

/** Thrown inside this folder only, by the operation that cannot be done. */
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

/** A pointer as messages show it. */
export const namePointer = (pointer: string): string =>
  pointer === "" ? "the document itself" : quote(pointer)
