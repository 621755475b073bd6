import "./known-runtime.mjs"
import type { EventEmitter } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import { getRequestListener } from "@hono/node-server"
import type { JWK } from "jose"
import Provider from "oidc-provider"
import {
  type IdentityDocuments,
  type IdentitySettings,
  identityConfiguration,
} from "./configuration"
import { allowLoopbackRedirects } from "./demo-client"
import { type IdentityKeys, publicKeyOf } from "./keys"
import { assertLoopbackOnly } from "./loopback"
import { createSignInPages } from "./sign-in"

/**
 * The embedded identity: answers everything under /oidc and provides the public key of its tokens.
 */
export interface Identity {
  readonly issuer: string
  readonly publicKey: JWK
  handle(request: IncomingMessage, response: ServerResponse): void
}

const mountPath = "/oidc"

/**
 * OpenID provider for the demo client and people. Throws `ExposedIdentityError` unless it is
 * loopback only.
 */
export function createIdentity(
  settings: IdentitySettings & { readonly host: string },
  parts: { keys: IdentityKeys; documents: IdentityDocuments; onError: (error: unknown) => void },
): Identity {
  assertLoopbackOnly(settings.host, settings.audience)
  const provider = new Provider(settings.issuer, identityConfiguration(settings, parts))
  allowLoopbackRedirects(provider)
  provider.on("server_error", (_ctx, error) => parts.onError(error))
  const koa: EventEmitter = provider
  koa.on("error", parts.onError)

  const answerProtocol = provider.callback()
  const pages = createSignInPages({ provider, people: settings.people, onError: parts.onError })
  const answerPage = getRequestListener(pages.fetch)
  return {
    issuer: settings.issuer,
    publicKey: publicKeyOf(parts.keys.signing),
    handle(request, response) {
      if (request.url?.startsWith(`${mountPath}/sign-in/`)) {
        void answerPage(request, response)
        return
      }
      // oidc-provider's routes start after the issuer's path, which it derives from the removed
      // prefix.
      const { url = "/" } = request
      const rest = url.slice(mountPath.length)
      Object.assign(request, { originalUrl: url, url: rest.startsWith("/") ? rest : `/${rest}` })
      void answerProtocol(request, response)
    },
  }
}
