import {
  type Adapter,
  type AdapterPayload,
  type Configuration,
  type ErrorOut,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from "oidc-provider"
import type { KeyedDocument, KeyedDocuments } from "@/lib/db"
import { demoClientMetadata } from "./demo-client"
import { type IdentityKeys, signingAlgorithm } from "./keys"
import { identityPageHeaders } from "./pages/layout"
import { renderMessagePage } from "./pages/message-page"
import { type DemoPerson, demoStrength, findPerson } from "./people"

/** The documents that store the identity's state. Their table must exist. */
export type IdentityDocuments = Omit<KeyedDocuments, "list" | "prepare">

const readPayload = (document: KeyedDocument | undefined): AdapterPayload | undefined =>
  document && { ...document.value, ...(document.consumed && { consumed: true }) }

/**
 * Stores the identity's state (sessions, sign-ins in progress, codes, grants) as keyed documents.
 */
const createAdapter =
  (documents: IdentityDocuments) =>
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

/**
 * Shows why a sign-in request was refused, with the protocol's own reason for whoever set up the
 * client.
 */
async function renderIdentityError(ctx: KoaContextWithOIDC, out: ErrorOut): Promise<void> {
  const message = "This sign-in cannot answer the request. Go back to the dashboard and try again."
  const detail = `${out.error}${out.error_description ? `: ${out.error_description}` : ""}`
  ctx.set(identityPageHeaders())
  ctx.body = await renderMessagePage({ title: "You cannot sign in", message, detail })
}

const { Check, base } = interactionPolicy

/**
 * Prompts for the account at every sign-in, so that one browser can switch between demo people.
 * Never asks for consent.
 */
function createSignInPolicy(): interactionPolicy.DefaultPolicy {
  const policy = base()
  policy.remove("consent")
  policy
    .get("login")
    ?.checks.add(
      new Check("choose_person", "End-User must choose an account", "login_required", (ctx) =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  return policy
}

/** Grants the dashboard the requested claims without a consent page. */
async function grantRequested(ctx: KoaContextWithOIDC) {
  const { client, session, provider, requestParamOIDCScopes } = ctx.oidc
  if (!client || !session?.accountId) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope([...requestParamOIDCScopes].join(" "))
  await grant.save()
  return grant
}

/** `audience` is the API's public URL, `scopes` all that a client may request. */
export interface IdentitySettings {
  readonly issuer: string
  readonly audience: string
  readonly scopes: readonly string[]
  readonly tokenTtlSeconds: number
  readonly people: readonly DemoPerson[]
}

const signInHours = 8 * 3600

type Features = NonNullable<Configuration["features"]>

/**
 * API tokens are for clients only: people's sign-ins get an id token and userinfo, nothing for the
 * API.
 */
function resourceIndicators(settings: IdentitySettings): Features["resourceIndicators"] {
  const known = new Set(settings.scopes)
  return {
    enabled: true,
    defaultResource: (ctx) =>
      ctx.oidc.params?.["grant_type"] === "client_credentials" ? settings.audience : undefined,
    getResourceServerInfo(ctx, resource) {
      if (resource !== settings.audience)
        throw new errors.InvalidTarget(`the only resource here is ${settings.audience}`)
      const requested = String(ctx.oidc.params?.["scope"] ?? "").split(" ")
      const unknown = requested.find((scope) => !known.has(scope))
      if (unknown !== undefined)
        throw new errors.InvalidScope("scope must name scopes of this API", unknown)
      return {
        scope: settings.scopes.join(" "),
        audience: settings.audience,
        accessTokenTTL: settings.tokenTtlSeconds,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: signingAlgorithm } },
      }
    },
  }
}

const featuresOf = (settings: IdentitySettings): Features => ({
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  clientCredentials: { enabled: true },
  // Every sign-in prompts for the account, so there is nothing to sign out of.
  rpInitiatedLogout: { enabled: false },
  resourceIndicators: resourceIndicators(settings),
})

const claimsOf = (person: DemoPerson) => ({
  sub: person.id,
  name: person.name,
  email: person.email,
  email_verified: true,
  roles: [...person.roles],
})

/**
 * oidc-provider's configuration: one client, signed JWT access tokens, own storage, own pages, no
 * consent page.
 */
export const identityConfiguration = (
  settings: IdentitySettings,
  { keys, documents }: { keys: IdentityKeys; documents: IdentityDocuments },
): Configuration => ({
  adapter: createAdapter(documents),
  clients: [demoClientMetadata],
  jwks: { keys: [keys.signing] },
  cookies: {
    keys: keys.cookies,
    names: {
      session: "identity_session",
      interaction: "identity_sign_in",
      resume: "identity_sign_in_resume",
    },
  },
  features: featuresOf(settings),
  claims: {
    openid: ["sub", "amr"],
    profile: ["name", "roles"],
    email: ["email", "email_verified"],
    roles: ["roles"],
  },
  acrValues: [demoStrength],
  conformIdTokenClaims: false,
  responseTypes: ["code"],
  clientAuthMethods: ["client_secret_basic", "client_secret_post"],
  scopes: ["openid"],
  pkce: { required: () => true },
  // The dashboard reads userinfo for the lifetime of its own session, independent of the browser's.
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
  rotateRefreshToken: true,
  expiresWithSession: async () => false,
  // Browsers send the requesting site here. Only the service's own reference page gets a token by
  // script.
  clientBasedCORS: (ctx) => ctx.get("sec-fetch-site") === "same-origin",
  // Without this, oidc-provider fails when continuing a sign-in that nobody began.
  allowOmittingSingleRegisteredRedirectUri: false,
  findAccount(_ctx, id) {
    const person = findPerson(settings.people, id)
    return person && { accountId: person.id, claims: () => claimsOf(person) }
  },
  interactions: { policy: createSignInPolicy(), url: (_ctx, { uid }) => `/oidc/sign-in/${uid}` },
  loadExistingGrant: grantRequested,
  renderError: renderIdentityError,
  ttl: {
    AccessToken: settings.tokenTtlSeconds,
    ClientCredentials: settings.tokenTtlSeconds,
    AuthorizationCode: 60,
    IdToken: 3600,
    RefreshToken: signInHours,
    Interaction: 3600,
    Session: signInHours,
    Grant: signInHours,
  },
})
