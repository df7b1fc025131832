// Written by `npm run client` from the OpenAPI document of the scope `admin`.

export interface paths {
    "/admin/alarms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is wrong in the system now, the worst first */
        get: operations["config.listAlarms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Audited actions of administrators, newest first */
        get: operations["config.listAdminTrail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/auth/csrf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A new CSRF token for this admin session; earlier ones stay valid */
        get: operations["account.getCsrfToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open an admin session; its cookie is sent to the admin routes only */
        post: operations["account.adminLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End this admin session */
        post: operations["account.adminLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed-in admin, with roles and permissions */
        get: operations["account.getAdmin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every entry of the registry in one flat list
         * @deprecated
         */
        get: operations["config.listAll"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Changes of settings, flags and kill switches, newest first */
        get: operations["config.listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/cache/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make every process read its settings from the store again */
        post: operations["config.clearCache"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The domains of the registry with their numbers of categories and keys */
        get: operations["config.listDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The entries of one domain, by category */
        get: operations["config.getDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every feature flag */
        get: operations["config.listFlags"];
        put?: never;
        /** Create a feature flag */
        post: operations["config.createFlag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/flags/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Switch a feature flag on or off */
        patch: operations["config.toggleFlag"];
        trace?: never;
    };
    "/admin/config/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One configuration entry */
        get: operations["config.getKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Override a configuration value */
        patch: operations["config.setKey"];
        trace?: never;
    };
    "/admin/config/keys/{key}/effective": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Default and active value of a key, and the source of the active value */
        get: operations["config.getEffective"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/keys/{key}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last changes of one key, newest first */
        get: operations["config.listHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/keys/{key}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove the global override of a key; scoped ones stay */
        post: operations["config.resetKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/keys/{key}/scoped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The overrides of a key for platforms, regions and tiers */
        get: operations["config.listScoped"];
        put?: never;
        /** Override a value for one platform, region or tier */
        post: operations["config.setScoped"];
        /** Remove the override of a key for one platform, region or tier */
        delete: operations["config.resetScoped"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/kill-switches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every kill switch and its state */
        get: operations["config.listKillSwitches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/kill-switches/{system}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Switch a system off or on again */
        patch: operations["config.setKillSwitch"];
        trace?: never;
    };
    "/admin/config/orphans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stored keys that are not in the registry any more; their values are masked */
        get: operations["config.listOrphans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/config/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revert one change: restore the value from before it */
        post: operations["config.rollback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/creators/{creatorId}/kyc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the status of a creator's identity check */
        patch: operations["creator.setKycStatus"];
        trace?: never;
    };
    "/admin/creators/{creatorId}/level": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set the level of a creator; the daily review does not change a pinned level */
        patch: operations["creator.setLevel"];
        trace?: never;
    };
    "/admin/creators/{creatorId}/socials/{socialId}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify a creator's account on another platform as an admin */
        post: operations["creator.adminVerifySocial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/creators/{creatorId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Suspend, ban or reinstate a creator */
        patch: operations["creator.setStatus"];
        trace?: never;
    };
    "/admin/escrows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Escrows, newest first */
        get: operations["wallet.listEscrows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gdpr/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deletions and exports of all users, newest first; of a deletion what was erased, anonymized and retained, and why */
        get: operations["account.listAllGdprRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/help/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Help articles in every status, last changed first */
        get: operations["content.listEditedArticles"];
        put?: never;
        /** Create a help article; a draft by default */
        post: operations["content.createHelpArticle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/help/articles/{articleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One help article in any status */
        get: operations["content.getEditedArticle"];
        put?: never;
        post?: never;
        /** Remove a help article for good */
        delete: operations["content.removeHelpArticle"];
        options?: never;
        head?: never;
        /** Change, publish or archive a help article */
        patch: operations["content.updateHelpArticle"];
        trace?: never;
    };
    "/admin/help/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The categories as an editor sees them */
        get: operations["content.listEditedCategories"];
        put?: never;
        /** Create a category of help articles */
        post: operations["content.createHelpCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/help/categories/{categoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a category that has no articles */
        delete: operations["content.removeHelpCategory"];
        options?: never;
        head?: never;
        /** Change a category of help articles */
        patch: operations["content.updateHelpCategory"];
        trace?: never;
    };
    "/admin/ledger/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Corrections of wallets, newest first */
        get: operations["wallet.listAdjustments"];
        put?: never;
        /** Propose a correction of a wallet; another administrator must approve it */
        post: operations["wallet.proposeAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/ledger/adjustments/{adjustmentId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve another administrator's correction and book it */
        post: operations["wallet.approveAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/ledger/adjustments/{adjustmentId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject a proposed correction, or withdraw your own */
        post: operations["wallet.rejectAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/ledger/trial-balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Debit, credit and balance of every ledger account by page; the total of all is zero when the ledger is consistent */
        get: operations["wallet.getTrialBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/legal/{kind}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every version of a legal text, newest first */
        get: operations["content.listLegalVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/moderation/appeals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Appeals, newest first */
        get: operations["messaging.listAppeals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/moderation/appeals/{appealId}/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decide an appeal; not by the moderator who made the contested decision */
        post: operations["messaging.decideAppeal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/moderation/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The text of a message that is held back, open to an appeal or reported; every access is audited */
        get: operations["messaging.getModeratedMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/moderation/messages/{messageId}/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver or reject a quarantined message */
        post: operations["messaging.decideModeration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/moderation/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Messages in quarantine, longest waiting first, without their texts */
        get: operations["messaging.listModerationQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/moderation/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reports about messages, newest first */
        get: operations["messaging.listReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/moderation/reports/{reportId}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resolve a report */
        post: operations["messaging.resolveReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/moderation/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rules that hold messages back */
        get: operations["messaging.listModerationRules"];
        put?: never;
        /** Add a rule that holds messages back */
        post: operations["messaging.createModerationRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/moderation/rules/{ruleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a moderation rule, or switch it on or off */
        patch: operations["messaging.updateModerationRule"];
        trace?: never;
    };
    "/admin/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Payouts of all creators, newest first */
        get: operations["wallet.listAdminPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/payouts/{payoutId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a payout and send it to the payment provider */
        post: operations["wallet.approvePayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/payouts/{payoutId}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuse a payout that is not approved yet; the money returns to the earnings */
        post: operations["wallet.failPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The provider slots with their implementations, the active one and the settings that are missing */
        get: operations["config.listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/providers/{slot}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try the active provider of a slot: email sends a mail to the caller; captcha, oauth and storage are tried without effect */
        post: operations["account.testProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/support/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tickets of all users, longest waiting first */
        get: operations["content.listTickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/support/tickets/{ticketId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One ticket with its messages */
        get: operations["content.getTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/support/tickets/{ticketId}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Close a ticket; repeating it changes nothing */
        post: operations["content.closeTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/support/tickets/{ticketId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer a ticket */
        post: operations["content.answerTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{userId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Suspend, ban or reinstate a user */
        patch: operations["account.setUserStatus"];
        trace?: never;
    };
    "/admin/wallets/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The wallets of a user */
        get: operations["wallet.listAdminWallets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Freeze or unfreeze a wallet of a user, by default the fan wallet */
        patch: operations["wallet.setFrozen"];
        trace?: never;
    };
    "/admin/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Webhook endpoints, newest first, with their secrets redacted (spec 4.9) */
        get: operations["webhook.listEndpoints"];
        put?: never;
        /** Create a webhook endpoint; only this answer contains its secret */
        post: operations["webhook.createEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every kind of webhook, with the JSON Schema of its payload */
        get: operations["webhook.listKinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One webhook endpoint */
        get: operations["webhook.getEndpoint"];
        put?: never;
        post?: never;
        /** Remove a webhook endpoint and give up its pending deliveries */
        delete: operations["webhook.removeEndpoint"];
        options?: never;
        head?: never;
        /** Change, disable or enable a webhook endpoint */
        patch: operations["webhook.updateEndpoint"];
        trace?: never;
    };
    "/admin/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deliveries to an endpoint in the last 30 days, newest first */
        get: operations["webhook.listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{id}/deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery again now, also one that has succeeded or failed */
        post: operations["webhook.retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send again every delivery that failed since an instant */
        post: operations["webhook.recoverDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the signing secret of a webhook endpoint; the old one is invalid at once (spec 4.9) */
        post: operations["webhook.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send webhook.ping now and return the result */
        post: operations["webhook.testEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ErrorEnvelope: {
            /** @constant */
            success: false;
            error: {
                /** @enum {string} */
                code: "VALIDATION_FAILED" | "BUSINESS_RULE_VIOLATION" | "AUTH_UNAUTHORIZED" | "AUTH_FORBIDDEN" | "RESOURCE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_VALUE" | "IDEMPOTENCY_KEY_REUSED" | "THROTTLE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "FEATURE_DISABLED" | "UPSTREAM_TIMEOUT";
                /** @description In the language of Accept-Language, among the active locales */
                message: string;
                /** @description Stays the same in every language */
                i18nKey?: string;
                i18nVars?: Record<string, never>;
                details?: {
                    message: string;
                }[];
                correlationId: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "config.listAlarms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is wrong in the system now, the worst first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @enum {string} */
                            name: "LedgerImbalance" | "LedgerAuditStale" | "RefundsOverdue" | "OutboxStalled" | "ConsumerLag" | "WebhookLag" | "ClockSkew" | "BusRefusals" | "FactsRefused" | "FactsLost" | "KeptValueDrift" | "DeadLetters" | "MoneyShed" | "ErrorRate" | "JobSilent" | "ProcessMissing" | "CertificateExpiry" | "SwitchOpen";
                            /** @enum {string} */
                            severity: "critical" | "warning";
                            process: string;
                            value: number;
                            threshold: number;
                            /** Format: date-time */
                            since: string;
                        }[];
                    };
                };
            };
        };
    };
    "config.listAdminTrail": {
        parameters: {
            query?: {
                /** @description User id of the administrator */
                actor?: string;
                action?: string;
                /** @description Id of the changed object */
                target?: string;
                days?: number;
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Audited actions of administrators, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                id: string;
                                actor: string;
                                action: string;
                                target: string;
                                /** Format: date-time */
                                at: string;
                                service: string;
                                /** @description Never holds secrets or contents */
                                details: unknown;
                                requestId: string | null;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "account.getCsrfToken": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A new CSRF token for this admin session; earlier ones stay valid */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description For the header X-CSRF-Token of writes; valid as long as the session */
                            csrfToken: string;
                        };
                    };
                };
            };
        };
    };
    "account.adminLogin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                    /** @description Solution of a captcha, when one is required */
                    captchaToken?: string;
                };
            };
        };
        responses: {
            /** @description Open an admin session; its cookie is sent to the admin routes only */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description For the header X-CSRF-Token of writes; valid as long as the session */
                            csrfToken: string;
                            /** Format: date-time */
                            expiresAt: string;
                            admin: {
                                /** Format: uuid */
                                id: string;
                                email: string;
                                roles: string[];
                                /** @description Granted by the roles */
                                permissions: string[];
                            };
                        };
                    };
                };
            };
        };
    };
    "account.adminLogout": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End this admin session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "account.getAdmin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in admin, with roles and permissions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            email: string;
                            roles: string[];
                            /** @description Granted by the roles */
                            permissions: string[];
                        };
                    };
                };
            };
        };
    };
    "config.listAll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every entry of the registry in one flat list */
            200: {
                headers: {
                    /** @description Since when: @<seconds> (RFC 9745) */
                    Deprecation?: string;
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            key: string;
                            domain: string;
                            category: string;
                            type: string;
                            description: string;
                            value: unknown;
                            default: unknown;
                            /** @enum {string} */
                            source: "DEFAULT" | "ENV" | "ADMIN" | "SCOPED";
                            envOnly: boolean;
                            sensitive: boolean;
                            /** @description What a value must fit; a field is left out where it says nothing */
                            constraints: {
                                min?: number;
                                max?: number;
                                integer?: boolean;
                                /** @description Key of a number that the value must not exceed */
                                atMost?: string;
                                enum?: string[];
                                /** @description ECMAScript regular expression; of each entry of a list */
                                pattern?: string;
                                maxLength?: number;
                                maxItems?: number;
                            };
                            /** @description Scopes in which an override takes effect */
                            scopes: ("platform" | "region" | "tier")[];
                            version: number;
                            /** Format: date-time */
                            updatedAt: string | null;
                            updatedBy: string | null;
                        }[];
                    };
                };
            };
        };
    };
    "config.listAudit": {
        parameters: {
            query?: {
                domain?: string;
                changedBy?: string;
                days?: number;
                limit?: number;
                /** @deprecated */
                offset?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes of settings, flags and kill switches, newest first */
            200: {
                headers: {
                    /** @description Since when: @<seconds> (RFC 9745) */
                    Deprecation?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            items: {
                                /** Format: uuid */
                                id: string;
                                key: string;
                                domain: string;
                                /** @enum {string} */
                                action: "SET" | "SET_SCOPED" | "RESET" | "ROLLBACK" | "CREATE" | "TOGGLE";
                                oldValue: unknown;
                                newValue: unknown;
                                scope: unknown;
                                reason: string | null;
                                changedBy: string;
                                /** Format: date-time */
                                changedAt: string;
                            }[];
                            total: number;
                            page: number;
                            limit: number;
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "config.clearCache": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Make every process read its settings from the store again */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "config.listDomains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domains of the registry with their numbers of categories and keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            domain: string;
                            categoryCount: number;
                            configCount: number;
                        }[];
                    };
                };
            };
        };
    };
    "config.getDomain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries of one domain, by category */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            domain: string;
                            categories: {
                                category: string;
                                configs: {
                                    key: string;
                                    domain: string;
                                    category: string;
                                    type: string;
                                    description: string;
                                    value: unknown;
                                    default: unknown;
                                    /** @enum {string} */
                                    source: "DEFAULT" | "ENV" | "ADMIN" | "SCOPED";
                                    envOnly: boolean;
                                    sensitive: boolean;
                                    /** @description What a value must fit; a field is left out where it says nothing */
                                    constraints: {
                                        min?: number;
                                        max?: number;
                                        integer?: boolean;
                                        /** @description Key of a number that the value must not exceed */
                                        atMost?: string;
                                        enum?: string[];
                                        /** @description ECMAScript regular expression; of each entry of a list */
                                        pattern?: string;
                                        maxLength?: number;
                                        maxItems?: number;
                                    };
                                    /** @description Scopes in which an override takes effect */
                                    scopes: ("platform" | "region" | "tier")[];
                                    version: number;
                                    /** Format: date-time */
                                    updatedAt: string | null;
                                    updatedBy: string | null;
                                }[];
                            }[];
                        };
                    };
                };
            };
        };
    };
    "config.listFlags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every feature flag */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            key: string;
                            enabled: boolean;
                            description: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            updatedBy: string | null;
                        }[];
                    };
                };
            };
        };
    };
    "config.createFlag": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key: string;
                    /** @default false */
                    enabled?: boolean;
                    description?: string;
                };
            };
        };
        responses: {
            /** @description Create a feature flag */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            key: string;
                            enabled: boolean;
                            description: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            updatedBy: string | null;
                        };
                    };
                };
            };
        };
    };
    "config.toggleFlag": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description Switch a feature flag on or off */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "config.getKey": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One configuration entry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            key: string;
                            domain: string;
                            category: string;
                            type: string;
                            description: string;
                            value: unknown;
                            default: unknown;
                            /** @enum {string} */
                            source: "DEFAULT" | "ENV" | "ADMIN" | "SCOPED";
                            envOnly: boolean;
                            sensitive: boolean;
                            /** @description What a value must fit; a field is left out where it says nothing */
                            constraints: {
                                min?: number;
                                max?: number;
                                integer?: boolean;
                                /** @description Key of a number that the value must not exceed */
                                atMost?: string;
                                enum?: string[];
                                /** @description ECMAScript regular expression; of each entry of a list */
                                pattern?: string;
                                maxLength?: number;
                                maxItems?: number;
                            };
                            /** @description Scopes in which an override takes effect */
                            scopes: ("platform" | "region" | "tier")[];
                            version: number;
                            /** Format: date-time */
                            updatedAt: string | null;
                            updatedBy: string | null;
                        };
                    };
                };
            };
        };
    };
    "config.setKey": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Must match the type and the bounds of the key */
                    value: unknown;
                    reason?: string;
                    /** @description 409 when the entry has a different version */
                    expectedVersion?: number;
                };
            };
        };
        responses: {
            /** @description Override a configuration value */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "config.getEffective": {
        parameters: {
            query?: {
                platform?: string;
                region?: string;
                tier?: string;
            };
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default and active value of a key, and the source of the active value */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            key: string;
                            default: unknown;
                            active: unknown;
                            /** @enum {string} */
                            source: "DEFAULT" | "ENV" | "ADMIN" | "SCOPED";
                            scope: unknown;
                        };
                    };
                };
            };
        };
    };
    "config.listHistory": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last changes of one key, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            key: string;
                            domain: string;
                            /** @enum {string} */
                            action: "SET" | "SET_SCOPED" | "RESET" | "ROLLBACK" | "CREATE" | "TOGGLE";
                            oldValue: unknown;
                            newValue: unknown;
                            scope: unknown;
                            reason: string | null;
                            changedBy: string;
                            /** Format: date-time */
                            changedAt: string;
                        }[];
                    };
                };
            };
        };
    };
    "config.resetKey": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove the global override of a key; scoped ones stay */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "config.listScoped": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overrides of a key for platforms, regions and tiers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @enum {string} */
                            scope: "platform" | "region" | "tier";
                            scopeValue: string;
                            value: unknown;
                            /** @description False for an override of a scope for which the key is not read any more */
                            effective: boolean;
                            version: number;
                            /** Format: date-time */
                            updatedAt: string | null;
                            updatedBy: string | null;
                        }[];
                    };
                };
            };
        };
    };
    "config.setScoped": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description One of the scopes of the key
                     * @enum {string}
                     */
                    scope: "platform" | "region" | "tier";
                    /** @description The platform, region (a country of ISO 3166-1) or tier, in any case: IOS, DE or GOLD, for example */
                    scopeValue: string;
                    /** @description Must match the type and the bounds of the key */
                    value: unknown;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Override a value for one platform, region or tier */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "config.resetScoped": {
        parameters: {
            query: {
                /** @description One of the scopes of the key */
                scope: "platform" | "region" | "tier";
                /** @description The platform, region (a country of ISO 3166-1) or tier, in any case: IOS, DE or GOLD, for example */
                scopeValue: string;
                reason?: string;
            };
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove the override of a key for one platform, region or tier */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "config.listKillSwitches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every kill switch and its state */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            system: string;
                            /** @description True: the system is switched off (503) */
                            active: boolean;
                            reason: string | null;
                            /** Format: date-time */
                            updatedAt: string | null;
                            updatedBy: string | null;
                        }[];
                    };
                };
            };
        };
    };
    "config.setKillSwitch": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                system: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description True switches the system off */
                    active: boolean;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Switch a system off or on again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "config.listOrphans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stored keys that are not in the registry any more; their values are masked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            key: string;
                            domain: string;
                            category: string;
                            type: string;
                            description: string;
                            value: unknown;
                            default: unknown;
                            /** @enum {string} */
                            source: "DEFAULT" | "ENV" | "ADMIN" | "SCOPED";
                            envOnly: boolean;
                            sensitive: boolean;
                            /** @description What a value must fit; a field is left out where it says nothing */
                            constraints: {
                                min?: number;
                                max?: number;
                                integer?: boolean;
                                /** @description Key of a number that the value must not exceed */
                                atMost?: string;
                                enum?: string[];
                                /** @description ECMAScript regular expression; of each entry of a list */
                                pattern?: string;
                                maxLength?: number;
                                maxItems?: number;
                            };
                            /** @description Scopes in which an override takes effect */
                            scopes: ("platform" | "region" | "tier")[];
                            version: number;
                            /** Format: date-time */
                            updatedAt: string | null;
                            updatedBy: string | null;
                        }[];
                    };
                };
            };
        };
    };
    "config.rollback": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Id of an entry of the audit log */
                    auditId: string;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Revert one change: restore the value from before it */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "creator.setKycStatus": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kycStatus: "NOT_STARTED" | "IN_PROGRESS" | "IN_REVIEW" | "APPROVED" | "REJECTED" | "RESUBMISSION_REQUIRED" | "EXPIRED";
                    /** @description Shown to the creator when the check is rejected or needs a resubmission */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Change the status of a creator's identity check */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "creator.setLevel": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    level: "BRONZE" | "SILVER" | "GOLD" | "PLATINUM" | "DIAMOND";
                    /** @description Absent: unchanged */
                    pinned?: boolean;
                };
            };
        };
        responses: {
            /** @description Set the level of a creator; the daily review does not change a pinned level */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "creator.adminVerifySocial": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                creatorId: string;
                socialId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Verify a creator's account on another platform as an admin */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            creatorId: string;
                            /** @description Upper case */
                            platform: string;
                            /** @description Lower case, without a leading @ */
                            handle: string;
                            url: string | null;
                            verified: boolean;
                            /** Format: date-time */
                            verifiedAt: string | null;
                            /** @enum {string|null} */
                            method: "OAUTH" | "BIO_CODE" | "ADMIN" | null;
                            /** @description Text that proves the ownership when it is in the description of the account; null once verified */
                            code: string | null;
                            /** Format: date-time */
                            createdAt: string;
                        };
                    };
                };
            };
        };
    };
    "creator.setStatus": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                creatorId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    creatorStatus: "ACTIVE" | "SUSPENDED" | "BANNED" | "DEACTIVATED";
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Suspend, ban or reinstate a creator */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "wallet.listEscrows": {
        parameters: {
            query?: {
                status?: "HELD" | "RELEASED" | "REFUNDED";
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Escrows, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                id: string;
                                /** Format: uuid */
                                messageId: string;
                                fanId: string;
                                creatorId: string;
                                /** @description Decimal amount with two decimals */
                                amount: string;
                                /** @enum {string} */
                                status: "HELD" | "RELEASED" | "REFUNDED";
                                /** Format: date-time */
                                heldAt: string;
                                /** Format: date-time */
                                resolvedAt: string | null;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "account.listAllGdprRequests": {
        parameters: {
            query?: {
                type?: "DELETION" | "EXPORT";
                status?: "PENDING" | "PROCESSING" | "COMPLETED" | "CANCELLED" | "FAILED";
                userId?: string;
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletions and exports of all users, newest first; of a deletion what was erased, anonymized and retained, and why */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                id: string;
                                userId: string;
                                /** @enum {string} */
                                type: "DELETION" | "EXPORT";
                                /** @enum {string} */
                                status: "PENDING" | "PROCESSING" | "COMPLETED" | "CANCELLED" | "FAILED";
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                scheduledAt: string;
                                /** Format: date-time */
                                endedAt: string | null;
                                /** @description By service */
                                receipt: {
                                    [key: string]: {
                                        /** @description Rows by collection */
                                        erased: {
                                            [key: string]: number;
                                        };
                                        /** @description Rows by collection */
                                        anonymised: {
                                            [key: string]: number;
                                        };
                                        retained: {
                                            [key: string]: {
                                                count: number;
                                                /** @enum {string} */
                                                ground: "TAX_AND_ACCOUNTING" | "MODERATION_DUTY" | "PROOF_OF_AGREEMENT" | "ACCOUNTABILITY" | "RIGHTS_OF_OTHERS" | "PROTECTION_FROM_IMPERSONATION";
                                            };
                                        };
                                    };
                                };
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "content.listEditedArticles": {
        parameters: {
            query?: {
                status?: "DRAFT" | "PUBLISHED" | "ARCHIVED";
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Help articles in every status, last changed first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                id: string;
                                slug: string;
                                title: string;
                                excerpt: string | null;
                                icon: string | null;
                                readTimeMinutes: number | null;
                                isFeatured: boolean;
                                /** Format: date-time */
                                publishedAt: string | null;
                                category: {
                                    name: string;
                                    slug: string;
                                };
                                /** @enum {string} */
                                status: "DRAFT" | "PUBLISHED" | "ARCHIVED";
                                /** @enum {string} */
                                locale: "ar" | "cs" | "de" | "en" | "es" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "pl" | "pt" | "ru" | "sv" | "tr" | "uk" | "zh";
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                updatedAt: string;
                                updatedBy: string;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "content.createHelpArticle": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Lower case, digits, hyphens */
                    slug: string;
                    title: string;
                    /** @description HTML; everything that a browser would run is removed */
                    content: string;
                    /** @description Slug of its category */
                    category: string;
                    /**
                     * @default en
                     * @enum {string}
                     */
                    locale?: "ar" | "cs" | "de" | "en" | "es" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "pl" | "pt" | "ru" | "sv" | "tr" | "uk" | "zh";
                    /**
                     * @default DRAFT
                     * @enum {string}
                     */
                    status?: "DRAFT" | "PUBLISHED" | "ARCHIVED";
                    excerpt?: string | null;
                    icon?: string | null;
                    readTimeMinutes?: number | null;
                    isFeatured?: boolean;
                };
            };
        };
        responses: {
            /** @description Create a help article; a draft by default */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            slug: string;
                            title: string;
                            excerpt: string | null;
                            icon: string | null;
                            readTimeMinutes: number | null;
                            isFeatured: boolean;
                            /** Format: date-time */
                            publishedAt: string | null;
                            category: {
                                name: string;
                                slug: string;
                            };
                            /** @enum {string} */
                            status: "DRAFT" | "PUBLISHED" | "ARCHIVED";
                            /** @enum {string} */
                            locale: "ar" | "cs" | "de" | "en" | "es" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "pl" | "pt" | "ru" | "sv" | "tr" | "uk" | "zh";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            updatedBy: string;
                            content: string;
                        };
                    };
                };
            };
        };
    };
    "content.getEditedArticle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                articleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One help article in any status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            slug: string;
                            title: string;
                            excerpt: string | null;
                            icon: string | null;
                            readTimeMinutes: number | null;
                            isFeatured: boolean;
                            /** Format: date-time */
                            publishedAt: string | null;
                            category: {
                                name: string;
                                slug: string;
                            };
                            /** @enum {string} */
                            status: "DRAFT" | "PUBLISHED" | "ARCHIVED";
                            /** @enum {string} */
                            locale: "ar" | "cs" | "de" | "en" | "es" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "pl" | "pt" | "ru" | "sv" | "tr" | "uk" | "zh";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            updatedBy: string;
                            content: string;
                        };
                    };
                };
            };
        };
    };
    "content.removeHelpArticle": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                articleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a help article for good */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "content.updateHelpArticle": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                articleId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Lower case, digits, hyphens */
                    slug?: string;
                    title?: string;
                    /** @description HTML; everything that a browser would run is removed */
                    content?: string;
                    /** @description Slug of its category */
                    category?: string;
                    /** @enum {string} */
                    locale?: "ar" | "cs" | "de" | "en" | "es" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "pl" | "pt" | "ru" | "sv" | "tr" | "uk" | "zh";
                    /** @enum {string} */
                    status?: "DRAFT" | "PUBLISHED" | "ARCHIVED";
                    excerpt?: string | null;
                    icon?: string | null;
                    readTimeMinutes?: number | null;
                    isFeatured?: boolean;
                };
            };
        };
        responses: {
            /** @description Change, publish or archive a help article */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            slug: string;
                            title: string;
                            excerpt: string | null;
                            icon: string | null;
                            readTimeMinutes: number | null;
                            isFeatured: boolean;
                            /** Format: date-time */
                            publishedAt: string | null;
                            category: {
                                name: string;
                                slug: string;
                            };
                            /** @enum {string} */
                            status: "DRAFT" | "PUBLISHED" | "ARCHIVED";
                            /** @enum {string} */
                            locale: "ar" | "cs" | "de" | "en" | "es" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "pl" | "pt" | "ru" | "sv" | "tr" | "uk" | "zh";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            updatedBy: string;
                            content: string;
                        };
                    };
                };
            };
        };
    };
    "content.listEditedCategories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The categories as an editor sees them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            slug: string;
                            description: string | null;
                            icon: string | null;
                            order: number;
                            /** @description How many articles it has, drafts and archived ones included */
                            articles: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                    };
                };
            };
        };
    };
    "content.createHelpCategory": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Lower case, digits, hyphens */
                    slug: string;
                    description?: string | null;
                    icon?: string | null;
                    order?: number;
                };
            };
        };
        responses: {
            /** @description Create a category of help articles */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            slug: string;
                            description: string | null;
                            icon: string | null;
                            order: number;
                            /** @description How many articles it has, drafts and archived ones included */
                            articles: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
        };
    };
    "content.removeHelpCategory": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                categoryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a category that has no articles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "content.updateHelpCategory": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                categoryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Lower case, digits, hyphens */
                    slug?: string;
                    description?: string | null;
                    icon?: string | null;
                    order?: number;
                };
            };
        };
        responses: {
            /** @description Change a category of help articles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            slug: string;
                            description: string | null;
                            icon: string | null;
                            order: number;
                            /** @description How many articles it has, drafts and archived ones included */
                            articles: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
        };
    };
    "wallet.listAdjustments": {
        parameters: {
            query?: {
                status?: "PENDING" | "APPROVED" | "REJECTED";
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Corrections of wallets, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                adjustmentId: string;
                                userId: string;
                                /**
                                 * @description Which wallet of the user
                                 * @enum {string}
                                 */
                                kind: "FAN" | "CREATOR";
                                /** @description Signed: negative takes money out of the wallet */
                                amount: string;
                                currency: string;
                                reason: string;
                                /** @enum {string} */
                                status: "PENDING" | "APPROVED" | "REJECTED";
                                proposedBy: string;
                                /** Format: date-time */
                                proposedAt: string;
                                decidedBy: string | null;
                                /** Format: date-time */
                                decidedAt: string | null;
                                /** @description Why it was rejected */
                                refusal: string | null;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "wallet.proposeAdjustment": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    userId: string;
                    /**
                     * @description Which wallet of the user
                     * @default FAN
                     * @enum {string}
                     */
                    kind?: "FAN" | "CREATOR";
                    /** @description Signed decimal amount, not zero */
                    amount: string;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Propose a correction of a wallet; another administrator must approve it */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            adjustmentId: string;
                            /** @enum {string} */
                            status: "PENDING" | "APPROVED" | "REJECTED";
                        };
                    };
                };
            };
        };
    };
    "wallet.approveAdjustment": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                adjustmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Approve another administrator's correction and book it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            adjustmentId: string;
                            /** @enum {string} */
                            status: "PENDING" | "APPROVED" | "REJECTED";
                        };
                    };
                };
            };
        };
    };
    "wallet.rejectAdjustment": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                adjustmentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Reject a proposed correction, or withdraw your own */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            adjustmentId: string;
                            /** @enum {string} */
                            status: "PENDING" | "APPROVED" | "REJECTED";
                        };
                    };
                };
            };
        };
    };
    "wallet.getTrialBalance": {
        parameters: {
            query?: {
                /** @description Accounts in a page, 1-1000 */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Debit, credit and balance of every ledger account by page; the total of all is zero when the ledger is consistent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            currency: string;
                            /** @description The accounts of this page, by name */
                            accounts: {
                                account: string;
                                /** @description Decimal amount with two decimals */
                                debit: string;
                                /** @description Decimal amount with two decimals */
                                credit: string;
                                /** @description Decimal amount with two decimals */
                                balance: string;
                            }[];
                            /** @description Decimal amount with two decimals */
                            total: string;
                            /**
                             * Format: date-time
                             * @description When the ledger was read
                             */
                            asOf: string;
                            /** @description Number of accounts on all pages */
                            accountCount: number;
                            /** @description Of the accounts of all pages */
                            totals: {
                                /** @description Decimal amount with two decimals */
                                debit: string;
                                /** @description Decimal amount with two decimals */
                                credit: string;
                                /** @description Decimal amount with two decimals */
                                balance: string;
                            };
                            /** @description Cursor of the next page; null on the last page */
                            nextCursor: string | null;
                            /** @description Whether there is another page */
                            hasMore: boolean;
                        };
                    };
                };
            };
        };
    };
    "content.listLegalVersions": {
        parameters: {
            query?: {
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path: {
                kind: "terms" | "privacy";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every version of a legal text, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                id: string;
                                /** Format: date-time */
                                publishedAt: string;
                                /** @description User id of the administrator */
                                publishedBy: string;
                                /** @description True: the text was withdrawn with this version */
                                withdrawn: boolean;
                                characters: number;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "messaging.listAppeals": {
        parameters: {
            query?: {
                status?: "OPEN" | "UPHELD" | "REVERSED";
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Appeals, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                appealId: string;
                                /** Format: uuid */
                                statementId: string;
                                /** Format: uuid */
                                messageId: string;
                                senderId: string;
                                reason: string;
                                /** @enum {string} */
                                status: "OPEN" | "UPHELD" | "REVERSED";
                                /** @description Moderator who made the contested decision; null when a rule did */
                                firstModerator: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                decidedBy: string | null;
                                /** Format: date-time */
                                decidedAt: string | null;
                                decisionReason: string | null;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "messaging.decideAppeal": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                appealId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What becomes of the contested decision
                     * @enum {string}
                     */
                    decision: "UPHELD" | "REVERSED";
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Decide an appeal; not by the moderator who made the contested decision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            appealId: string;
                            /** @enum {string} */
                            status: "OPEN" | "UPHELD" | "REVERSED";
                            /** Format: uuid */
                            messageId: string;
                            /** @description Status of the message after the decision */
                            messageStatus: string;
                        };
                    };
                };
            };
        };
    };
    "messaging.getModeratedMessage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text of a message that is held back, open to an appeal or reported; every access is audited */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            messageId: string;
                            senderId: string;
                            receiverId: string;
                            content: string;
                            /** @description The creator's reply; null unless the ground is REPORT */
                            reply: string | null;
                            status: string;
                            /** @enum {string} */
                            dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
                            /** @description Decimal price at send time; null for a free message */
                            price: string | null;
                            /** Format: date-time */
                            sentAt: string;
                            /**
                             * @description Why the text may be read
                             * @enum {string}
                             */
                            ground: "QUARANTINE" | "APPEAL" | "REPORT";
                        };
                    };
                };
            };
        };
    };
    "messaging.decideModeration": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    decision: "APPROVE" | "REJECT";
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Deliver or reject a quarantined message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            messageId: string;
                            /** @enum {string} */
                            status: "ESCROWED" | "DELIVERED" | "REJECTED";
                        };
                    };
                };
            };
        };
    };
    "messaging.listModerationQueue": {
        parameters: {
            query?: {
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages in quarantine, longest waiting first, without their texts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                messageId: string;
                                senderId: string;
                                receiverId: string;
                                /** @description The rules that flagged the text */
                                rules: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string;
                                }[];
                                category: string;
                                /** Format: date-time */
                                flaggedAt: string;
                                /** @enum {string} */
                                dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
                                /** @description Decimal price at send time; null for a free message */
                                price: string | null;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "messaging.listReports": {
        parameters: {
            query?: {
                status?: "OPEN" | "RESOLVED";
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reports about messages, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                reportId: string;
                                /** Format: uuid */
                                messageId: string;
                                reporterId: string;
                                /** @description The other party of the message */
                                reportedId: string;
                                /** @enum {string} */
                                category: "SPAM" | "HARASSMENT" | "SCAM" | "ILLEGAL" | "SEXUAL" | "OTHER";
                                /** @description Category in the transparency database of the Digital Services Act */
                                dsaCategory: string;
                                comment: string | null;
                                /** @enum {string} */
                                status: "OPEN" | "RESOLVED";
                                /** Format: date-time */
                                createdAt: string;
                                /** @enum {string|null} */
                                resolution: "ACTION_TAKEN" | "DISMISSED" | null;
                                resolvedBy: string | null;
                                /** Format: date-time */
                                resolvedAt: string | null;
                                resolutionReason: string | null;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "messaging.resolveReport": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                reportId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    resolution: "ACTION_TAKEN" | "DISMISSED";
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Resolve a report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            reportId: string;
                            /** @enum {string} */
                            status: "OPEN" | "RESOLVED";
                        };
                    };
                };
            };
        };
    };
    "messaging.listModerationRules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules that hold messages back */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @enum {string} */
                            kind: "SUBSTRING" | "WORD" | "REGEX";
                            pattern: string;
                            category: string;
                            active: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                    };
                };
            };
        };
    };
    "messaging.createModerationRule": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @default SUBSTRING
                     * @enum {string}
                     */
                    kind?: "SUBSTRING" | "WORD" | "REGEX";
                    pattern: string;
                    /** @default OTHER */
                    category?: string;
                    /** @default true */
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Add a rule that holds messages back */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @enum {string} */
                            kind: "SUBSTRING" | "WORD" | "REGEX";
                            pattern: string;
                            category: string;
                            active: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
        };
    };
    "messaging.updateModerationRule": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    pattern?: string;
                    category?: string;
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Change a moderation rule, or switch it on or off */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @enum {string} */
                            kind: "SUBSTRING" | "WORD" | "REGEX";
                            pattern: string;
                            category: string;
                            active: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
        };
    };
    "wallet.listAdminPayouts": {
        parameters: {
            query?: {
                status?: "REQUESTED" | "PROCESSING" | "PAID" | "FAILED";
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Payouts of all creators, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                payoutId: string;
                                /** @enum {string} */
                                status: "REQUESTED" | "PROCESSING" | "PAID" | "FAILED";
                                /** @description Decimal amount with two decimals */
                                amount: string;
                                currency: string;
                                /** Format: uuid */
                                methodId: string;
                                methodKind: string;
                                methodLabel: string;
                                /** @description Why it failed */
                                reason: string | null;
                                /** Format: date-time */
                                requestedAt: string;
                                /** Format: date-time */
                                settledAt: string | null;
                                userId: string;
                                creatorId: string;
                                decidedBy: string | null;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "wallet.approvePayout": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                payoutId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Approve a payout and send it to the payment provider */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            payoutId: string;
                            /** @enum {string} */
                            status: "REQUESTED" | "PROCESSING" | "PAID" | "FAILED";
                        };
                    };
                };
            };
        };
    };
    "wallet.failPayout": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                payoutId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Refuse a payout that is not approved yet; the money returns to the earnings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            payoutId: string;
                            /** @enum {string} */
                            status: "REQUESTED" | "PROCESSING" | "PAID" | "FAILED";
                        };
                    };
                };
            };
        };
    };
    "config.listProviders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider slots with their implementations, the active one and the settings that are missing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            slot: string;
                            /** @description The implementation that the setting names; null while the slot is off */
                            active: string | null;
                            /** @description The setting that selects the implementation */
                            configKey: string;
                            implementations: {
                                name: string;
                                /** @description Whether all settings that it requires are set */
                                configured: boolean;
                                missingSettings: string[];
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    "account.testProvider": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slot: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Try the active provider of a slot: email sends a mail to the caller; captcha, oauth and storage are tried without effect */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            slot: string;
                            /** @description The active implementation; null while the slot is off */
                            provider: string | null;
                            ok: boolean;
                            /**
                             * @description Why it does not work; null when it works
                             * @enum {string|null}
                             */
                            failure: "OFF" | "TIMEOUT" | "UNREACHABLE" | "BAD_ANSWER" | "OPEN" | "DEFERRED" | "REFUSED" | "NOT_CONFIGURED" | null;
                        };
                    };
                };
            };
        };
    };
    "content.listTickets": {
        parameters: {
            query?: {
                status?: "OPEN" | "ANSWERED" | "CLOSED";
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tickets of all users, longest waiting first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                userId: string;
                                /** Format: uuid */
                                id: string;
                                subject: string;
                                /** @enum {string} */
                                status: "OPEN" | "ANSWERED" | "CLOSED";
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                lastMessageAt: string;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "content.getTicket": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One ticket with its messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            userId: string;
                            /** Format: uuid */
                            id: string;
                            subject: string;
                            /** @enum {string} */
                            status: "OPEN" | "ANSWERED" | "CLOSED";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            lastMessageAt: string;
                            messages: {
                                /** @enum {string} */
                                from: "USER" | "SUPPORT";
                                text: string;
                                /** Format: date-time */
                                at: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "content.closeTicket": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Close a ticket; repeating it changes nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            userId: string;
                            /** Format: uuid */
                            id: string;
                            subject: string;
                            /** @enum {string} */
                            status: "OPEN" | "ANSWERED" | "CLOSED";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            lastMessageAt: string;
                            messages: {
                                /** @enum {string} */
                                from: "USER" | "SUPPORT";
                                text: string;
                                /** Format: date-time */
                                at: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "content.answerTicket": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    message: string;
                };
            };
        };
        responses: {
            /** @description Answer a ticket */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            userId: string;
                            /** Format: uuid */
                            id: string;
                            subject: string;
                            /** @enum {string} */
                            status: "OPEN" | "ANSWERED" | "CLOSED";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            lastMessageAt: string;
                            messages: {
                                /** @enum {string} */
                                from: "USER" | "SUPPORT";
                                text: string;
                                /** Format: date-time */
                                at: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "account.setUserStatus": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "ACTIVE" | "SUSPENDED" | "BANNED";
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Suspend, ban or reinstate a user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "wallet.listAdminWallets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallets of a user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            wallets: {
                                /** Format: uuid */
                                walletId: string;
                                /** @enum {string} */
                                kind: "FAN" | "CREATOR";
                                currency: string;
                                /** @description Decimal amount with two decimals */
                                balance: string;
                                /** @description In escrow, neither released nor refunded */
                                held: string;
                                frozen: boolean;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "wallet.setFrozen": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default FAN
                     * @enum {string}
                     */
                    kind?: "FAN" | "CREATOR";
                    frozen: boolean;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Freeze or unfreeze a wallet of a user, by default the fan wallet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "webhook.listEndpoints": {
        parameters: {
            query?: {
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhook endpoints, newest first, with their secrets redacted (spec 4.9) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                id: string;
                                url: string;
                                kinds: string[];
                                description: string | null;
                                enabled: boolean;
                                /** @enum {string|null} */
                                disabledReason: "ADMIN" | "GONE" | "FAILING" | null;
                                /** @description Only its last four digits, except in the answer that creates the endpoint */
                                secret: string;
                                createdBy: string;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                updatedAt: string;
                                /** Format: date-time */
                                failingSince: string | null;
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "webhook.createEndpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description https URL of a public host */
                    url: string;
                    /** @description Kinds that the endpoint subscribes to */
                    kinds: ("user.changed" | "user.deleted" | "user.deletion_cancelled" | "user.deletion_requested" | "user.registered" | "creator.created" | "creator.status_changed" | "creator.vacation" | "creator.kyc_updated" | "creator.level_changed" | "message.expired" | "message.quarantined" | "message.rejected" | "message.replied" | "message.sent" | "moderation.appeal_decided" | "moderation.report_resolved" | "payout.processed" | "wallet.frozen_changed" | "wallet.topped_up" | "endpoint.disabled" | "webhook.ping")[];
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description Create a webhook endpoint; only this answer contains its secret */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            url: string;
                            kinds: string[];
                            description: string | null;
                            enabled: boolean;
                            /** @enum {string|null} */
                            disabledReason: "ADMIN" | "GONE" | "FAILING" | null;
                            /** @description Only its last four digits, except in the answer that creates the endpoint */
                            secret: string;
                            createdBy: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: date-time */
                            failingSince: string | null;
                        };
                    };
                };
            };
        };
    };
    "webhook.listKinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every kind of webhook, with the JSON Schema of its payload */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            kind: string;
                            summary: string;
                            schema: unknown;
                        }[];
                    };
                };
            };
        };
    };
    "webhook.getEndpoint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One webhook endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            url: string;
                            kinds: string[];
                            description: string | null;
                            enabled: boolean;
                            /** @enum {string|null} */
                            disabledReason: "ADMIN" | "GONE" | "FAILING" | null;
                            /** @description Only its last four digits, except in the answer that creates the endpoint */
                            secret: string;
                            createdBy: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: date-time */
                            failingSince: string | null;
                        };
                    };
                };
            };
        };
    };
    "webhook.removeEndpoint": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a webhook endpoint and give up its pending deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "webhook.updateEndpoint": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description https URL of a public host */
                    url?: string;
                    /** @description Kinds that the endpoint subscribes to */
                    kinds?: ("user.changed" | "user.deleted" | "user.deletion_cancelled" | "user.deletion_requested" | "user.registered" | "creator.created" | "creator.status_changed" | "creator.vacation" | "creator.kyc_updated" | "creator.level_changed" | "message.expired" | "message.quarantined" | "message.rejected" | "message.replied" | "message.sent" | "moderation.appeal_decided" | "moderation.report_resolved" | "payout.processed" | "wallet.frozen_changed" | "wallet.topped_up" | "endpoint.disabled" | "webhook.ping")[];
                    enabled?: boolean;
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description Change, disable or enable a webhook endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            url: string;
                            kinds: string[];
                            description: string | null;
                            enabled: boolean;
                            /** @enum {string|null} */
                            disabledReason: "ADMIN" | "GONE" | "FAILING" | null;
                            /** @description Only its last four digits, except in the answer that creates the endpoint */
                            secret: string;
                            createdBy: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: date-time */
                            failingSince: string | null;
                        };
                    };
                };
            };
        };
    };
    "webhook.listDeliveries": {
        parameters: {
            query?: {
                status?: "PENDING" | "SUCCEEDED" | "FAILED";
                /** @description 1-based page */
                page?: number;
                /** @description Items in a page, 1-50 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries to an endpoint in the last 30 days, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The items of this page */
                            items: {
                                /** Format: uuid */
                                id: string;
                                /** @description Id of the event, and the webhook-id of every attempt */
                                eventId: string;
                                kind: string;
                                /** @enum {string} */
                                status: "PENDING" | "SUCCEEDED" | "FAILED";
                                /** @enum {string|null} */
                                failureReason: "EXHAUSTED" | "GONE" | "ENDPOINT_DISABLED" | "TEST_FAILED" | null;
                                attempts: number;
                                /** Format: date-time */
                                nextAttemptAt: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                finishedAt: string | null;
                                /** @description The latest attempts, oldest first */
                                log: {
                                    /** Format: date-time */
                                    at: string;
                                    durationMs: number;
                                    status: number | null;
                                    error: string | null;
                                }[];
                            }[];
                            /** @description Number of matching items on all pages */
                            total: number;
                            /** @description 1-based page */
                            page: number;
                            /** @description Items in a full page */
                            limit: number;
                            /** @description Number of pages */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    "webhook.retryDelivery": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the endpoint */
                id: string;
                /** @description Id of the delivery */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send a delivery again now, also one that has succeeded or failed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @description Id of the event, and the webhook-id of every attempt */
                            eventId: string;
                            kind: string;
                            /** @enum {string} */
                            status: "PENDING" | "SUCCEEDED" | "FAILED";
                            /** @enum {string|null} */
                            failureReason: "EXHAUSTED" | "GONE" | "ENDPOINT_DISABLED" | "TEST_FAILED" | null;
                            attempts: number;
                            /** Format: date-time */
                            nextAttemptAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            finishedAt: string | null;
                            /** @description The latest attempts, oldest first */
                            log: {
                                /** Format: date-time */
                                at: string;
                                durationMs: number;
                                status: number | null;
                                error: string | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "webhook.recoverDeliveries": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Deliveries that failed at this instant or later
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Send again every delivery that failed since an instant */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            recovered: number;
                        };
                    };
                };
            };
        };
    };
    "webhook.rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Replace the signing secret of a webhook endpoint; the old one is invalid at once (spec 4.9) */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description 64 hex digits */
                            secret: string;
                            /** Format: date-time */
                            rotatedAt: string;
                        };
                    };
                };
            };
        };
    };
    "webhook.testEndpoint": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe for 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send webhook.ping now and return the result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            deliveryId: string;
                            delivered: boolean;
                            /** @description HTTP status; null when there was no answer */
                            status: number | null;
                            durationMs: number;
                            error: string | null;
                        };
                    };
                };
            };
        };
    };
}
