import "server-only"
import { randomUUID } from "node:crypto"
import type { ListOperation } from "../../catalogue"
import { isUpstreamError, type Upstream } from "../../platform"
import type { SmallGroupsReader } from "../../records"
import { isList } from "../http/print-body"
import { BffError } from "../http/problem"
import type { ReadPriority } from "../reads/source"

/** On whose behalf to check, and how recent the result must be, in milliseconds since 1970. */
export interface PersonalCheck {
  readonly priority?: ReadPriority
  readonly person?: string
  readonly since?: number
}

/**
 * Determines which data sets contain values about people, before anything of them is disclosed, and
 * remembers it.
 */
export interface PersonalDataSets {
  /**
   * Whether a data set contains values about people; once true, it stays true. Calls the platform
   * unless that was done since `since`. If the call fails, people get `small_groups` (403) and
   * exports the `UpstreamError`.
   */
  holdsPersons(dataSetId: string, query?: PersonalCheck): Promise<boolean>
  note(dataSetId: string): Promise<void>
}

export interface PersonalDataSetsParts {
  readonly list: ListOperation
  readonly smallGroups: Pick<SmallGroupsReader, "readPersonal" | "notePersonal" | "noteImpersonal">
  readonly upstream: Pick<Upstream, "read">
  readonly clock: () => number
}

interface Asking {
  readonly at: number
  readonly answer: Promise<boolean>
}

export function createPersonalDataSets(parts: PersonalDataSetsParts): PersonalDataSets {
  const { list: operation, smallGroups, upstream, clock } = parts
  const underWay = new Map<string, Asking>()

  /** Makes a single call, even if its first caller leaves; concurrent callers share it. */
  async function request(dataSetId: string, query: PersonalCheck): Promise<boolean> {
    const { priority = "person", person } = query
    const at = clock()
    const { envelope } = await upstream.read({
      operation,
      parameters: { dataSetId },
      scope: "all",
      following: false,
      requestId: randomUUID(),
      search: new URLSearchParams({ "userId[ne]": "", limit: "1" }),
      ticket: { priority, ...(person !== undefined && { person }) },
    })
    const holds = !isList(envelope) || envelope.data.length > 0
    await (holds ? smallGroups.notePersonal(dataSetId) : smallGroups.noteImpersonal(dataSetId, at))
    return holds
  }

  function requestOnce(dataSetId: string, query: PersonalCheck): Promise<boolean> {
    const { since = 0 } = query
    const found = underWay.get(dataSetId)
    if (found && found.at >= since) return found.answer
    const own: Asking = { at: clock(), answer: request(dataSetId, query) }
    underWay.set(dataSetId, own)
    const end = () => {
      if (underWay.get(dataSetId) === own) underWay.delete(dataSetId)
    }
    own.answer.then(end, end)
    return own.answer
  }

  return {
    async holdsPersons(dataSetId, query = {}) {
      const { holds, checkedAt } = await smallGroups.readPersonal(dataSetId, "all")
      if (holds) return true
      if (checkedAt !== undefined && checkedAt >= (query.since ?? 0)) return false
      return requestOnce(dataSetId, query).catch((error: unknown) => {
        // A list that does not exist contains nobody.
        if (isUpstreamError(error) && error.code === "not_found") return false
        if (!isUpstreamError(error) || query.priority === "export") throw error
        throw new BffError("small_groups")
      })
    },
    note: smallGroups.notePersonal,
  }
}
