import type { Reply } from "../support/http.ts";
import { documentPicture, IDENTITY, sendFile } from "../support/identity.ts";
import { type CreatorPerson, dataOf, type Person, type TestSystem } from "../support/test-system.ts";

interface BioTour {
  readonly system: Pick<TestSystem, "send">;
  readonly tour: Map<string, Reply>;
  readonly paid: CreatorPerson;
  readonly admin: Person;
}

/** Calls the routes of profile, bio page, links, identity check and level, so that each succeeds once. */
export async function visitCreatorBio({ system, tour, paid, admin }: BioTour): Promise<void> {
  const path = `/creators/${paid.creatorId}`;
  tour.set("account.checkUsername", await paid.send("GET", `/creators/usernames/${paid.username}`));
  tour.set("creator.updateMyProfile", await paid.send("PATCH", "/creators/me", { headline: "On tour", contentCategories: ["Travel"] }));
  tour.set("creator.updateBioPage", await paid.send("PATCH", `${path}/bio`, { bio: "Here and there" }));
  tour.set("creator.getBioPage", await paid.send("GET", `${path}/bio`));
  tour.set("creator.getQrCode", await paid.send("GET", `${path}/qr.svg`));
  const link = { kind: "LINK", title: "Route", url: "https://example.org/route", startsAt: "2026-01-01" };
  tour.set("creator.addLink", await paid.send("POST", `${path}/links`, link));
  const { id } = dataOf<{ id: string }>(tour.get("creator.addLink") as Reply, 201);
  const { id: other } = dataOf<{ id: string }>(await paid.send("POST", `${path}/links`, { kind: "SPACER" }), 201);
  tour.set("creator.updateLink", await paid.send("PATCH", `${path}/links/${id}`, { icon: "map" }));
  tour.set("creator.orderLinks", await paid.send("PUT", `${path}/links/order`, { order: [other, id] }));
  tour.set("creator.removeLink", await paid.send("DELETE", `${path}/links/${other}`));
  tour.set("creator.listLinks", await paid.send("GET", `${path}/links`));
  const { bioPageId } = dataOf<{ bioPageId: string }>(await system.send("GET", `/bio/${paid.username}`), 200);
  tour.set("creator.trackLinkClick", await system.send("POST", `/bio/${bioPageId}/links/${id}/click`));
  tour.set("creator.startKyc", await paid.send("POST", `${path}/kyc`));
  tour.set("creator.abandonKyc", await paid.send("DELETE", `${path}/kyc`));
  dataOf(await paid.send("POST", `${path}/kyc`), 201);
  tour.set("creator.saveIdentityForm", await paid.send("PUT", `${path}/kyc/form`, IDENTITY));
  tour.set("creator.addIdentityFile", await sendFile(paid, "SELFIE", await documentPicture()));
  const { documentId: selfie } = dataOf<{ documentId: string }>(tour.get("creator.addIdentityFile") as Reply, 201);
  tour.set("creator.removeIdentityFile", await paid.send("DELETE", `${path}/kyc/documents/${selfie}`));
  const { documentId } = dataOf<{ documentId: string }>(await sendFile(paid, "FRONT", await documentPicture()), 201);
  tour.set("creator.submitKyc", await paid.send("POST", `${path}/kyc/submit`));
  tour.set("creator.getKyc", await paid.send("GET", `${path}/kyc`));
  tour.set("creator.listCreators", await admin.send("GET", "/admin/creators"));
  tour.set("creator.getCreator", await admin.send("GET", `/admin${path}`));
  tour.set("creator.getIdentityCheck", await admin.send("GET", `/admin${path}/kyc`));
  tour.set("creator.getIdentityFile", await admin.send("GET", `/admin${path}/kyc/documents/${documentId}`));
  tour.set("creator.setKycStatus", await admin.send("PATCH", `/admin${path}/kyc`, { kycStatus: "APPROVED" }));
  tour.set("creator.setLevel", await admin.send("PATCH", `/admin${path}/level`, { level: "SILVER", pinned: true }));
}
