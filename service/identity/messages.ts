import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider"
import { pageHeaders } from "./pages/layout"
import { renderMessagePage } from "./pages/message-page"

/** Shows why a sign-in request was refused, with the protocol's own reason for whoever set up the client. */
export async function renderIdentityError(ctx: KoaContextWithOIDC, out: ErrorOut): Promise<void> {
  const message = "This sign-in cannot answer the request. Go back to the dashboard and try again."
  const detail = `${out.error}${out.error_description ? `: ${out.error_description}` : ""}`
  ctx.set(pageHeaders())
  ctx.body = await renderMessagePage({ title: "You cannot sign in", message, detail })
}
