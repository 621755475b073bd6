import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime"
import type { ComponentProps } from "react"
import { expect, it } from "vitest"
import { editSettingsOptions, smallGroupsOptions, userNamesUploadOptions } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import { refusal, showFailed, skeleton } from "../ui/testing/show-failed"
import { EditSettingsCard } from "./edit-settings-card"
import { SmallGroupsCard } from "./small-groups-card"
import { UserNamesCard } from "./user-names-card"

const router = { refresh() {} } as ComponentProps<typeof AppRouterContext.Provider>["value"]

it.each([
  ["how few people values may stand for", smallGroupsOptions().queryKey, SmallGroupsCard],
  ["how departments are changed", editSettingsOptions().queryKey, EditSettingsCard],
  ["how many names there are", userNamesUploadOptions().queryKey, UserNamesCard],
])("show why the request failed and offer a retry: %s", (_, queryKey, SettingsCard) => {
  const html = showFailed(
    refusal,
    [queryKey],
    <AppRouterContext.Provider value={router}>
      <SettingsCard />
    </AppRouterContext.Provider>,
  )
  expect(html).toContain(messages.errors.codes.shared_state_unavailable.title)
  expect(html).toContain(messages.common.retry)
  expect(html).not.toContain(skeleton)
})
