"use client"

import { useEffect, useState } from "react"
import { IntlProvider } from "use-intl"
import { UnexpectedError, type UnexpectedErrorProps } from "@/components/frame/unexpected-error"
import { readChoice } from "@/lib/client/choice-cookie"
import type { Messages } from "@/lib/client/messages"
import { loadMessages } from "@/lib/client/messages/load-messages"
import { chooseLocale, type Locale, localeCookie } from "@/lib/client/messages/locale"
import "./globals.css"

function localeOfBrowser(): Locale {
  const cookieOf = (name: string) =>
    document.cookie
      .split("; ")
      .find((each) => each.startsWith(`${name}=`))
      ?.slice(name.length + 1)
  return chooseLocale(readChoice(localeCookie, cookieOf), navigator.languages.join())
}

/** Replaces the whole page if even the root layout fails. */
export default function GlobalError(props: UnexpectedErrorProps) {
  const [language, setLanguage] = useState<{ locale: Locale; messages: Messages }>()
  useEffect(() => {
    const locale = localeOfBrowser()
    void loadMessages(locale).then((messages) => setLanguage({ locale, messages }))
  }, [])
  return (
    <html lang={language?.locale}>
      <body>
        {language ? (
          <IntlProvider {...language} timeZone="UTC">
            <main className="grid min-h-dvh place-items-center">
              <UnexpectedError {...props} />
            </main>
          </IntlProvider>
        ) : null}
      </body>
    </html>
  )
}
