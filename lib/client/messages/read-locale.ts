import "server-only"
import { cookies, headers } from "next/headers"
import { cache } from "react"
import { chooseLocale, localeCookie } from "./locale"

/** The language of the request that is being answered. */
export const readLocale = cache(async () =>
  chooseLocale(
    (await cookies()).get(localeCookie)?.value,
    (await headers()).get("accept-language"),
  ),
)
