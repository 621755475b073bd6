import "server-only"
import type { DeniedRequest, RefusalRecorder } from "../http/refusal-recorder"
import type { Audit } from "./audit"

const given = (details: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))

export const recordRefusals = (
  audit: Pick<Audit, "record">,
  nameOf: RefusalRecorder["nameOf"],
): RefusalRecorder => ({
  nameOf,
  refused({ session, address, requestId, code, ...what }: DeniedRequest) {
    const details = { code, ...given(what) }
    void audit.record({ kind: "refused", outcome: "refused", details, session, address, requestId })
  },
})
