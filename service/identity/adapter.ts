import { type Adapter, type AdapterPayload, errors } from "oidc-provider"
import type { KeyedDocument, KeyedDocuments } from "@/lib/db"

const readPayload = (document: KeyedDocument | undefined): AdapterPayload | undefined =>
  document && { ...document.value, ...(document.consumed && { consumed: true }) }

/** Keeps what the identity must remember (sessions, sign-ins under way, codes, grants) as keyed documents. */
export const createAdapter =
  (documents: KeyedDocuments) =>
  (kind: string): Adapter => ({
    async upsert(id, payload, expiresInSeconds) {
      await documents.put(kind, id, payload, {
        ...(expiresInSeconds && { expiresInSeconds }),
        ...(payload.uid && { alias: payload.uid }),
        ...(payload.grantId && { group: payload.grantId }),
      })
    },
    find: async (id) => readPayload(await documents.get(kind, id)),
    findByUid: async (uid) => readPayload(await documents.getByAlias(kind, uid)),
    findByUserCode: async () => undefined,
    async consume(id) {
      if (!(await documents.consume(kind, id)))
        throw new errors.InvalidGrant("it has been used already")
    },
    destroy: (id) => documents.remove(kind, id),
    revokeByGrantId: (grantId) => documents.removeGroup(grantId),
  })
