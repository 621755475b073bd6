import { expect, it, vi } from "vitest"
import { editSettingsOptions, smallGroupsOptions, userNamesUploadOptions } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import { refusal, showFailed, skeleton } from "../ui/testing/show-failed"
import { EditSettingsCard } from "./edit-settings-card"
import { SmallGroupsCard } from "./small-groups-card"
import { UserNamesCard } from "./user-names-card"

vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }))

it.each([
  ["how few people values may stand for", smallGroupsOptions().queryKey, SmallGroupsCard],
  ["how departments are changed", editSettingsOptions().queryKey, EditSettingsCard],
  ["how many names there are", userNamesUploadOptions().queryKey, UserNamesCard],
])("say why it could not be read %s, and let it be tried again", (_, queryKey, SettingsCard) => {
  const html = showFailed(refusal, [queryKey], <SettingsCard />)
  expect(html).toContain(messages.errors.codes.shared_state_unavailable.title)
  expect(html).toContain(messages.common.retry)
  expect(html).not.toContain(skeleton)
})
