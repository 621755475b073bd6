import { interactionPolicy, type KoaContextWithOIDC } from "oidc-provider"

const { Check, base } = interactionPolicy

/** Asks at every sign-in who it is, so that one browser can change between the demo people; never for consent. */
export function alwaysAskWho(): interactionPolicy.DefaultPolicy {
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

/** In place of a consent page: grants the dashboard the claims it asks for. */
export async function grantEverythingAsked(ctx: KoaContextWithOIDC) {
  const { client, session, provider, requestParamOIDCScopes } = ctx.oidc
  if (!client || !session?.accountId) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope([...requestParamOIDCScopes].join(" "))
  await grant.save()
  return grant
}
