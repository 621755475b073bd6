import type { HttpBindings } from "@hono/node-server"
import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { HTTPException } from "hono/http-exception"
import { errors, type Provider } from "oidc-provider"
import { identityPageHeaders } from "./pages/layout"
import { renderMessagePage } from "./pages/message-page"
import { renderSignInPage } from "./pages/sign-in-page"
import { authenticatePerson, type DemoPerson, demoStrength } from "./people"

type SignInContext = Context<{ Bindings: HttpBindings }>

/** The sign-in in progress named by this browser's cookie. A foreign or forged form has none. */
async function signInUnderWay(context: SignInContext, provider: Provider) {
  const { incoming, outgoing } = context.env
  const interaction = await provider.interactionDetails(incoming, outgoing)
  if (interaction.uid !== context.req.param("uid"))
    throw new errors.SessionNotFound("other sign-in")
  return interaction
}

type SignInUnderWay = Awaited<ReturnType<typeof signInUnderWay>>

/**
 * Ends another person's earlier session in this browser. oidc-provider would use a page that needs
 * scripts.
 */
async function leaveOtherSession(provider: Provider, underWay: SignInUnderWay, person: DemoPerson) {
  const { session } = underWay
  if (!session?.uid || !session.accountId || session.accountId === person.id) return
  const earlier = await provider.Session.findByUid(session.uid)
  delete earlier?.accountId
  delete earlier?.authorizations
  await earlier?.persist()
  const { accountId: _left, ...sameBrowser } = session
  Object.assign(underWay, { session: sameBrowser })
  await underWay.persist()
}

const returnOrigin = (redirectUri: unknown) =>
  typeof redirectUri === "string" && URL.canParse(redirectUri)
    ? new URL(redirectUri).origin
    : undefined

const showExpired = async (context: SignInContext) => {
  const message =
    "It was left open for too long, or it was finished in another tab. Go back to the dashboard and sign in again."
  const page = await renderMessagePage({ title: "This sign-in has ended", message })
  return context.body(page, 400, identityPageHeaders())
}

const showFault = async (context: SignInContext) => {
  const message = "It is not your fault. Go back to the dashboard and sign in again."
  const page = await renderMessagePage({ title: "Something went wrong", message })
  return context.body(page, 500, identityPageHeaders())
}

/** The pages at /oidc/sign-in/:uid: show the choice, check it, and continue the sign-in. */
export function createSignInPages({
  provider,
  people,
  onError,
}: {
  provider: Provider
  people: readonly DemoPerson[]
  onError: (error: unknown) => void
}) {
  const pages = new Hono<{ Bindings: HttpBindings }>()

  async function show(context: SignInContext, retry?: { email: string; fault: string }) {
    const { params } = await signInUnderWay(context, provider)
    const hint = params["login_hint"]
    const action = `/oidc/sign-in/${context.req.param("uid")}`
    const page = await renderSignInPage({ people, action, email: String(hint ?? ""), ...retry })
    return context.body(
      page,
      retry ? 422 : 200,
      identityPageHeaders(returnOrigin(params["redirect_uri"])),
    )
  }

  pages.get("/oidc/sign-in/:uid", (context) => show(context))

  pages.post("/oidc/sign-in/:uid", bodyLimit({ maxSize: 8 * 1024 }), async (context) => {
    const underWay = await signInUnderWay(context, provider)
    const form = new URLSearchParams(await context.req.text())
    const email = form.get("email") ?? ""
    const person = authenticatePerson(people, email, form.get("password") ?? "")
    if (!person)
      return show(context, { email, fault: "No account has this e-mail and password. Try again." })
    await leaveOtherSession(provider, underWay, person)
    const { incoming, outgoing } = context.env
    const result = {
      login: { accountId: person.id, remember: false, acr: demoStrength, amr: ["pwd"] },
    }
    return context.redirect(await provider.interactionResult(incoming, outgoing, result), 303)
  })

  pages.onError((error, context) => {
    if (error instanceof errors.SessionNotFound) return showExpired(context)
    if (error instanceof HTTPException) return error.getResponse()
    onError(error)
    return showFault(context)
  })
  return pages
}
