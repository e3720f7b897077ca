// Written from openapi.json: npm run openapi

export interface paths {
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description The projects of the account, newest first.
         */
        get: operations["listProjects"];
        put?: never;
        /** Create a project */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/qr-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List QR codes
         * @description Newest first. You can combine all filters. A search for one or two letters may return a short page with a token: continue with the token.
         */
        get: operations["listQrCodes"];
        put?: never;
        /**
         * Create a QR code
         * @description Responds at once. The image and the slug are available when `render_status` is `done`.
         */
        post: operations["createQrCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/qr-codes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a QR code
         * @description Doesn't find archived codes; list them with `status=archived`.
         */
        get: operations["getQrCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a QR code
         * @description Changes only the fields that you send; null clears a field. Archive with `status: archived`, restore with `status: active`.
         */
        patch: operations["updateQrCode"];
        trace?: never;
    };
    "/v1/qr-codes/by-slug": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a QR code by its slug
         * @description Letter case doesn't matter. `/v1/qr-codes/find` and `/v1/qr-codes/by-slug` do the same.
         */
        get: operations["findQrCodeBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/qr-codes/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a QR code by its slug
         * @description Letter case doesn't matter. `/v1/qr-codes/find` and `/v1/qr-codes/by-slug` do the same.
         */
        get: operations["findQrCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the account
         * @description The account of the key, with its limits and how much of them is used.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/projects/{id}/browsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans by browser of a project
         * @description Exact, and up to date within seconds. A project has the scans of its codes while they were in it.
         */
        get: operations["getProjectBrowsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/projects/{id}/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans by country of a project
         * @description Exact, and up to date within seconds. A project has the scans of its codes while they were in it.
         */
        get: operations["getProjectCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/projects/{id}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans by device of a project
         * @description Exact, and up to date within seconds. A project has the scans of its codes while they were in it.
         */
        get: operations["getProjectDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/projects/{id}/hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans by hour of the week of a project
         * @description Exact, and up to date within seconds. A project has the scans of its codes while they were in it.
         */
        get: operations["getProjectHours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/projects/{id}/referrers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans by referring host of a project
         * @description Exact, and up to date within seconds. A project has the scans of its codes while they were in it.
         */
        get: operations["getProjectReferrers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/projects/{id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans and visitors of a time range of a project
         * @description Exact, and up to date within seconds. A project has the scans of its codes while they were in it.
         */
        get: operations["getProjectSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/projects/{id}/systems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans by operating system of a project
         * @description Exact, and up to date within seconds. A project has the scans of its codes while they were in it.
         */
        get: operations["getProjectSystems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/projects/{id}/trend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans over time of a project
         * @description Exact, and up to date within seconds. A project has the scans of its codes while they were in it.
         */
        get: operations["getProjectTrend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/qr-codes/{id}/browsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans by browser of a QR code
         * @description Exact, and up to date within seconds. Covers scans while `analytics_enabled` was true.
         */
        get: operations["getQrCodeBrowsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/qr-codes/{id}/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans by country of a QR code
         * @description Exact, and up to date within seconds. Covers scans while `analytics_enabled` was true.
         */
        get: operations["getQrCodeCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/qr-codes/{id}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans by device of a QR code
         * @description Exact, and up to date within seconds. Covers scans while `analytics_enabled` was true.
         */
        get: operations["getQrCodeDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/qr-codes/{id}/hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans by hour of the week of a QR code
         * @description Exact, and up to date within seconds. Covers scans while `analytics_enabled` was true.
         */
        get: operations["getQrCodeHours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/qr-codes/{id}/referrers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans by referring host of a QR code
         * @description Exact, and up to date within seconds. Covers scans while `analytics_enabled` was true.
         */
        get: operations["getQrCodeReferrers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/qr-codes/{id}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans by redirect rule of a QR code
         * @description Exact, and up to date within seconds. Covers scans while `analytics_enabled` was true.
         */
        get: operations["getQrCodeRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/qr-codes/{id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans and visitors of a time range of a QR code
         * @description Exact, and up to date within seconds. Covers scans while `analytics_enabled` was true.
         */
        get: operations["getQrCodeSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/qr-codes/{id}/systems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans by operating system of a QR code
         * @description Exact, and up to date within seconds. Covers scans while `analytics_enabled` was true.
         */
        get: operations["getQrCodeSystems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analytics/qr-codes/{id}/trend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans over time of a QR code
         * @description Exact, and up to date within seconds. Covers scans while `analytics_enabled` was true.
         */
        get: operations["getQrCodeTrend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Oldest first, in an order that never changes: a reader that goes on after the last event it knows misses nothing. Events are kept for at least 30 days. With `Prefer: wait=N`, an empty page is held until something happens, for at most 10 seconds.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an event */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports
         * @description Newest first. Exports are listed for a month after they expired.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Start an export
         * @description `qr_codes`: all codes, or those of `project_id`. `analytics` and `scans`: exactly one of `qr_id` and `project_id`, with `start` and `end`. `images`: a ZIP for `project_id` or `qr_ids`, up to 5,000 codes; archived ones are skipped. Two exports of an account run at a time, and 20 can wait.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export
         * @description With its progress, and a new link to the file once it is done.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        /**
         * Cancel or delete an export
         * @description Its file is removed.
         */
        delete: operations["deleteExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/label-sheets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get labels or table tents of QR codes
         * @description A PDF with a label per code, in the order of the request. 404 if an image is pending. Nothing is stored.
         */
        post: operations["createLabelSheet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/planned-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List planned changes
         * @description Newest first. Keys that are limited to projects see those that they planned.
         */
        get: operations["listPlannedChanges"];
        put?: never;
        /**
         * Plan a change of codes
         * @description Changes up to 10,000 codes at `apply_at`, each once. It begins within a second. Everything is checked now and again at that instant; codes for which it is refused stay as they are, and the planner gets a mail.
         */
        post: operations["createPlannedChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/planned-changes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a planned change */
        get: operations["getPlannedChange"];
        put?: never;
        post?: never;
        /**
         * Cancel a planned change
         * @description Until it begins. It stays in the list.
         */
        delete: operations["cancelPlannedChange"];
        options?: never;
        head?: never;
        /**
         * Change a planned change
         * @description Until it begins.
         */
        patch: operations["updatePlannedChange"];
        trace?: never;
    };
    "/v2/projects/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of a project
         * @description Changes of the project itself, newest first. Its codes have their own history.
         */
        get: operations["listProjectHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/qr-codes/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of a QR code
         * @description Who changed what, newest first. Archived codes have a history too.
         */
        get: operations["listQrCodeHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/qr-codes/{id}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the image of a QR code for print
         * @description Drawn for this request, and read back in the size that was asked for. 404 while the image is pending. `pdf` and `eps` can be separated: then the symbol is on the plate of black, or of the spot color, alone. PDF/X is not claimed.
         */
        get: operations["getImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/qr-codes/{id}/print-advice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the smallest size for the print of a QR code
         * @description Measured with the image of this code: it gets smaller in front of the camera of an ordinary phone until it is no longer read. An image that is twice as wide is read from twice the distance. 404 while the image is pending.
         */
        get: operations["getPrintAdvice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/qr-codes/{id}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revert a change of a QR code
         * @description Restores the values from before the change, as a new change with all checks of an update. Creation, blocks, and fields that were changed again later can’t be reverted.
         */
        post: operations["revertQrCodeChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/qr-codes/{id}/scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the single scans of a QR code
         * @description Oldest first, for as long as single scans are kept. Scans while `analytics_enabled` was false have a number but no record. Pages can be shorter than `limit`: continue with `next_after_number` while `has_more` is true.
         */
        get: operations["listScans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/qr-codes/{id}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what is watched about a QR code */
        get: operations["getWatch"];
        /**
         * Watch a QR code
         * @description Replaces what is watched. What you leave out is off.
         */
        put: operations["putWatch"];
        post?: never;
        /**
         * Stop watching a QR code
         * @description A stand-by address that is in use gives way to the destination.
         */
        delete: operations["deleteWatch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/qr-codes/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 500 QR codes
         * @description Items succeed or fail independently, unless `atomic` is true. With an `Idempotency-Key`, a retry continues where the first request ended. The request counts once, and once more per 25 items.
         */
        post: operations["createQrCodes"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update up to 500 QR codes
         * @description Send `qr_ids` and one `change` for all of them, or `items` with a change each. Items succeed or fail independently, unless `atomic` is true. The request counts once, and once more per 25 items.
         */
        patch: operations["updateQrCodes"];
        trace?: never;
    };
    "/v2/rehearsals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rehearse a change with real scans
         * @description Decides the recorded scans of the last 30 days with the present settings and with the changed ones, by the same function as live scans. Nothing is changed.
         */
        post: operations["rehearseChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/style-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List style templates
         * @description Newest first.
         */
        get: operations["listStyleTemplates"];
        put?: never;
        /**
         * Create a style template
         * @description An account can have 100 templates.
         */
        post: operations["createStyleTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/style-templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a style template */
        get: operations["getStyleTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a style template
         * @description Codes that were created with it keep their design.
         */
        delete: operations["deleteStyleTemplate"];
        options?: never;
        head?: never;
        /**
         * Update a style template
         * @description Codes that were created with it keep their design.
         */
        patch: operations["updateStyleTemplate"];
        trace?: never;
    };
    "/v2/style-templates/judge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test whether phones can read a design
         * @description The same scan test that every image must pass. Nothing is stored.
         */
        post: operations["judgeDesign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Newest first.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Events from now on are delivered to it. A key that is limited to projects must name one of them. The endpoint never gets more than this key may read.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a webhook endpoint */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Its deliveries end.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /** Update a webhook endpoint */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/v2/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a webhook endpoint
         * @description Newest first. They are kept for at least 30 days.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook-endpoints/{id}/deliveries/{delivery_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Also one that succeeded. It has all of its attempts again. If the endpoint was disabled since, it is a new delivery of the same event.
         */
        post: operations["retryWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook-endpoints/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send old events or scans again
         * @description With `after`: all events of the log after this one that the endpoint subscribes to. With `qr_id` and
         *     `after_number`: all scans of this QR code after this number, for as long as single scans are kept. What was sent before has the
         *     same `webhook-id`.
         */
        post: operations["replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook endpoint
         * @description For a while both secrets sign, so that no delivery is rejected while you replace it.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description A sample with `data.test: true`, about things that do not exist.
         */
        post: operations["testWebhookEndpoint"];
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
        AnalyticsBreakdown: {
            /**
             * Format: date-time
             * @description Scans from this time on may be missing. Usually the time of the response; earlier if scans are still being processed.
             * @example 2026-03-01T09:30:00.000Z
             */
            data_through: string;
            /**
             * Format: date-time
             * @description End of the range, exclusive.
             * @example 2026-03-01T09:30:00.000Z
             */
            end: string;
            /** @description Most scans first. */
            items: {
                /** @example 42 */
                scans: number;
                /**
                 * @description Null if unknown.
                 * @example PT
                 */
                value: string | null;
            }[];
            /** @enum {boolean} */
            ok: true;
            /** @description Scans with other values. Together with the items, exactly the `scans` of the range. */
            other_scans: number;
            /**
             * Format: uuid
             * @description Identifies this response in our logs.
             */
            request_id: string;
            /**
             * Format: date-time
             * @description Start of the range, inclusive.
             * @example 2026-03-01T09:30:00.000Z
             */
            start: string;
            /** @example Europe/Lisbon */
            timezone: string;
            /** @enum {string} */
            version: "2026-12-01-v2";
        };
        AnalyticsHours: {
            /**
             * Format: date-time
             * @description Scans from this time on may be missing. Usually the time of the response; earlier if scans are still being processed.
             * @example 2026-03-01T09:30:00.000Z
             */
            data_through: string;
            /**
             * Format: date-time
             * @description End of the range, exclusive.
             * @example 2026-03-01T09:30:00.000Z
             */
            end: string;
            /** @description All 168 hours of a week in the time zone. */
            items: {
                hour: number;
                /** @example 42 */
                scans: number;
                /** @enum {string} */
                weekday: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
            }[];
            /** @enum {boolean} */
            ok: true;
            /**
             * Format: uuid
             * @description Identifies this response in our logs.
             */
            request_id: string;
            /**
             * Format: date-time
             * @description Start of the range, inclusive.
             * @example 2026-03-01T09:30:00.000Z
             */
            start: string;
            /** @example Europe/Lisbon */
            timezone: string;
            /** @enum {string} */
            version: "2026-12-01-v2";
        };
        AnalyticsRules: {
            /**
             * Format: date-time
             * @description Scans from this time on may be missing. Usually the time of the response; earlier if scans are still being processed.
             * @example 2026-03-01T09:30:00.000Z
             */
            data_through: string;
            /**
             * Format: date-time
             * @description End of the range, exclusive.
             * @example 2026-03-01T09:30:00.000Z
             */
            end: string;
            items: {
                /** @description Place of the rule when scanned, from 1; null: no rule matched. */
                rule: number | null;
                /** @example 42 */
                scans: number;
            }[];
            /** @enum {boolean} */
            ok: true;
            /**
             * Format: uuid
             * @description Identifies this response in our logs.
             */
            request_id: string;
            /**
             * Format: date-time
             * @description Start of the range, inclusive.
             * @example 2026-03-01T09:30:00.000Z
             */
            start: string;
            /** @example Europe/Lisbon */
            timezone: string;
            /** @enum {string} */
            version: "2026-12-01-v2";
        };
        AnalyticsSummary: {
            /**
             * Format: date-time
             * @description Scans from this time on may be missing. Usually the time of the response; earlier if scans are still being processed.
             * @example 2026-03-01T09:30:00.000Z
             */
            data_through: string;
            /**
             * Format: date-time
             * @description End of the range, exclusive.
             * @example 2026-03-01T09:30:00.000Z
             */
            end: string;
            /**
             * Format: date-time
             * @description Of all time, to the quarter of an hour.
             * @example 2026-03-01T09:30:00.000Z
             */
            first_scan_at: string | null;
            /**
             * Format: date-time
             * @description Of all time, to the quarter of an hour.
             * @example 2026-03-01T09:30:00.000Z
             */
            last_scan_at: string | null;
            /** @enum {boolean} */
            ok: true;
            /** @description In a range of the same length that ends at `start`. */
            previous_scans: number;
            /**
             * Format: uuid
             * @description Identifies this response in our logs.
             */
            request_id: string;
            /** @example 42 */
            scans: number;
            /**
             * Format: date-time
             * @description Start of the range, inclusive.
             * @example 2026-03-01T09:30:00.000Z
             */
            start: string;
            /** @example Europe/Lisbon */
            timezone: string;
            /** @enum {string} */
            version: "2026-12-01-v2";
            /** @description Unique visitors of each UTC day that the range touches, added up. Visitors can’t be recognized on another day. Visitors of the last seconds follow later. */
            visitor_days: number;
        };
        AnalyticsTrend: {
            /**
             * Format: date-time
             * @description Scans from this time on may be missing. Usually the time of the response; earlier if scans are still being processed.
             * @example 2026-03-01T09:30:00.000Z
             */
            data_through: string;
            /**
             * Format: date-time
             * @description End of the range, exclusive.
             * @example 2026-03-01T09:30:00.000Z
             */
            end: string;
            /** @enum {boolean} */
            ok: true;
            /** @description Every hour, day, week or month of the range, also without scans. */
            points: {
                /**
                 * Format: date-time
                 * @description Exclusive.
                 * @example 2026-10-25T02:00:00.000+02:00
                 */
                end: string;
                /** @example 42 */
                scans: number;
                /**
                 * Format: date-time
                 * @description With the UTC offset of the time zone.
                 * @example 2026-10-25T02:00:00.000+02:00
                 */
                start: string;
            }[];
            /**
             * Format: uuid
             * @description Identifies this response in our logs.
             */
            request_id: string;
            /**
             * Format: date-time
             * @description Start of the range, inclusive.
             * @example 2026-03-01T09:30:00.000Z
             */
            start: string;
            /** @example Europe/Lisbon */
            timezone: string;
            /** @enum {string} */
            unit: "hour" | "day" | "week" | "month";
            /** @enum {string} */
            version: "2026-12-01-v2";
        };
        /** @description What became of one item: `qr_code` or `error`. */
        BulkResult: {
            error?: {
                /** @description Known values: `invalid_request`, `invalid_payload`, `unauthorized`, `quota_exceeded_domain`, `quota_exceeded_member`, `quota_exceeded_project`, `quota_exceeded_qr`, `account_suspended`, `api_access_disabled`, `blocked`, `feature_disabled`, `forbidden`, `insufficient_scope`, `project_forbidden`, `reauthentication_required`, `sso_required`, `two_factor_required`, `not_found`, `change_not_found`, `delivery_not_found`, `endpoint_not_found`, `event_not_found`, `export_not_found`, `planned_change_not_found`, `project_not_found`, `qr_not_found`, `template_not_found`, `method_not_allowed`, `conflict`, `idempotency_conflict`, `cursor_expired`, `expired`, `export_expired`, `scan_limit_reached`, `precondition_failed`, `misdirected`, `unsafe_url`, `webhook_url_rejected`, `rate_limited`, `rate_limit_minute`, `rate_limit_day`, `internal_error`, `service_unavailable`. There can be new ones. */
                code: "invalid_request" | "invalid_payload" | "unauthorized" | "quota_exceeded_domain" | "quota_exceeded_member" | "quota_exceeded_project" | "quota_exceeded_qr" | "account_suspended" | "api_access_disabled" | "blocked" | "feature_disabled" | "forbidden" | "insufficient_scope" | "project_forbidden" | "reauthentication_required" | "sso_required" | "two_factor_required" | "not_found" | "change_not_found" | "delivery_not_found" | "endpoint_not_found" | "event_not_found" | "export_not_found" | "planned_change_not_found" | "project_not_found" | "qr_not_found" | "template_not_found" | "method_not_allowed" | "conflict" | "idempotency_conflict" | "cursor_expired" | "expired" | "export_expired" | "scan_limit_reached" | "precondition_failed" | "misdirected" | "unsafe_url" | "webhook_url_rejected" | "rate_limited" | "rate_limit_minute" | "rate_limit_day" | "internal_error" | "service_unavailable" | (string & {});
                message: string;
                /** @description The field of the item. */
                param: string | null;
                /** @example 422 */
                status: number;
            };
            index: number;
            ok: boolean;
            qr_code?: components["schemas"]["QrCode"];
        };
        /** @description An entry of the history. */
        Change: {
            actor: {
                id: string | null;
                /** @description Known values: `member`, `api_key`, `oauth_client`, `operator`, `system`. There can be new ones. */
                kind: "member" | "api_key" | "oauth_client" | "operator" | "system" | (string & {});
                /**
                 * @description Never an email address.
                 * @example Ana
                 */
                name: string;
            };
            /** @description The bulk change that it was a part of. */
            bulk_id: string | null;
            /** @example chg_00000000004T2MP4TZ6WN8KX2M */
            change_id: string;
            /**
             * Format: date-time
             * @description When it was changed.
             * @example 2026-03-01T09:30:00.000Z
             */
            changed_at: string;
            /** @description Secrets are shown as `{"secret": true}`. */
            changes: {
                /** @description The value; null if there was none. */
                after: unknown;
                /** @description The value; null if there was none. */
                before: unknown;
                field: string;
            }[];
            /** @description The first scan that saw the change; null if scans see nothing of it, or none has yet. */
            first_scan_number: number | null;
            /** @enum {string} */
            operation: "created" | "changed";
            /** @description Known values: `dashboard`, `api`, `cli`, `safety`, `schedule`. There can be new ones. */
            via: "dashboard" | "api" | "cli" | "safety" | "schedule" | (string & {});
        };
        /** @description The country of the visitor, as an ISO 3166-1 alpha-2 code. */
        CountryRule: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            condition: "country";
            /**
             * @description Both must match.
             * @enum {string}
             */
            condition2?: "device" | "date" | "language" | "scan_number" | "split";
            /**
             * Format: date
             * @description Included.
             * @example 2026-12-26
             */
            date_end2?: string;
            /**
             * Format: date
             * @description In the time zone of the account.
             * @example 2026-12-01
             */
            date_start2?: string;
            /** @example 1 */
            from2?: number;
            /** @example 50 */
            percent2?: number;
            /** @description Decided by the visitor instead of the scan, for one day (UTC). The shares are then about right, not exact. Without it: false. */
            sticky2?: boolean;
            /**
             * @description Included. Null: there is no last one.
             * @example 500
             */
            until2?: number | null;
            url: string;
            /**
             * @description An ISO 3166-1 alpha-2 code.
             * @example DE
             */
            value: string;
            /** @description As the field of that condition. */
            value2?: string;
            /** @description Only month and day count. Without it: false. */
            yearly2?: boolean;
        };
        /** @description From one day to another, both included, in the time zone of the account. With `yearly`, only month and day count, and the range may go beyond New Year. The 29th of February exists in leap years only. */
        DateRule: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            condition: "date";
            /**
             * @description Both must match.
             * @enum {string}
             */
            condition2?: "device" | "country" | "language" | "scan_number" | "split";
            /**
             * Format: date
             * @description Included.
             * @example 2026-12-26
             */
            date_end: string;
            /**
             * Format: date
             * @description In the time zone of the account.
             * @example 2026-12-01
             */
            date_start: string;
            /** @example 1 */
            from2?: number;
            /** @example 50 */
            percent2?: number;
            /** @description Decided by the visitor instead of the scan, for one day (UTC). The shares are then about right, not exact. Without it: false. */
            sticky2?: boolean;
            /**
             * @description Included. Null: there is no last one.
             * @example 500
             */
            until2?: number | null;
            url: string;
            /** @description As the field of that condition. */
            value2?: string;
            /** @description Only month and day count. Without it: false. */
            yearly?: boolean;
        };
        /** @description The look of a code. Missing keys have their default. */
        Design: {
            /**
             * @description Behind the modules. Default: #ffffff.
             * @example #1a2b3c
             */
            background_color?: string;
            /** @description Default: false. */
            bg_transparent?: boolean;
            /**
             * @description Default: none.
             * @enum {string}
             */
            border_style?: "none" | "solid" | "rounded" | "brackets" | "double" | "dotted" | "caption" | "caption-top" | "bubble" | "bubble-top" | "pill" | "pill-top" | "text" | "text-top" | "ribbon" | "ribbon-top" | "brackets-caption" | "ticket" | "receipt" | "tag" | "phone" | "polaroid" | "bag" | "stamp";
            /**
             * @description Needs a `border_style` with words, such as `caption`.
             * @example SCAN ME
             */
            caption?: string;
            /**
             * @description Default: square.
             * @enum {string}
             */
            dot_style?: "square" | "rounded" | "extra-rounded" | "fluid" | "classy" | "dots" | "diamond" | "bars-vertical" | "bars-horizontal";
            /** @description Default: 300. */
            dpi?: number;
            /**
             * @description As a minimum. A logo needs more. Default: M.
             * @enum {string}
             */
            error_correction?: "L" | "M" | "Q" | "H";
            /** @description Whether there is a PNG besides the SVG. Default: true. */
            export_png?: boolean;
            /**
             * @description Default: like the rest of the eye.
             * @example #1a2b3c
             */
            eye_ball_color?: string;
            /**
             * @description Default: like `eye_style`.
             * @enum {string}
             */
            eye_ball_style?: "square" | "soft" | "rounded" | "circle" | "leaf" | "teardrop" | "octagon" | "notched" | "clover";
            /**
             * @description Default: like the other modules.
             * @example #1a2b3c
             */
            eye_color?: string;
            /**
             * @description Default: square.
             * @enum {string}
             */
            eye_style?: "square" | "soft" | "rounded" | "circle" | "leaf" | "teardrop" | "petal" | "octagon" | "notched";
            /**
             * @description Of the modules. Default: #000000.
             * @example #1a2b3c
             */
            foreground_color?: string;
            /**
             * @description Width to height. With `custom`, `height` counts. Default: 1:1.
             * @enum {string}
             */
            format_ratio?: "1:1" | "4:5" | "5:4" | "3:4" | "4:3" | "9:16" | "16:9" | "custom";
            /**
             * @description Default: `foreground_color`.
             * @example #1a2b3c
             */
            frame_color?: string;
            gradient?: {
                /** @description Default: 0. */
                angle?: number;
                /**
                 * @description The first color.
                 * @example #1a2b3c
                 */
                from: string;
                /**
                 * @description The last color.
                 * @example #1a2b3c
                 */
                to: string;
                /**
                 * @description Default: linear.
                 * @enum {string}
                 */
                type?: "linear" | "radial";
            };
            /** @description The width decides it, unless `format_ratio` is `custom`. Default: 1024. */
            height?: number;
            /** @description The picture in the middle. Needs exactly one of `image`, `svg` and `paths`. */
            logo?: {
                /**
                 * @description Of the plate behind an `image` or `svg`. Default: no plate.
                 * @example #1a2b3c
                 */
                background?: string;
                /**
                 * @description A PNG, JPEG or WebP as a data URI: at most 32 kB and 1,024 pixels per side.
                 * @example data:image/png;base64,iVBORw0KGgo…
                 */
                image?: string;
                /** @description Free modules around an `image` or `svg`. Default: 0.5. */
                padding?: number;
                /** @description Flat shapes. They need a `view_box`. */
                paths?: {
                    /**
                     * @description SVG path data.
                     * @example M0 0h24v24H0z
                     */
                    d: string;
                    /**
                     * @description The color.
                     * @example #1a2b3c
                     */
                    fill: string;
                }[];
                /**
                 * @description Of an `image` or `svg`. `circle` cuts its corners off. Default: none.
                 * @enum {string}
                 */
                shape?: "none" | "rounded" | "circle";
                /** @description The longer side of the logo, relative to the width of the code: 0.04 to 0.5, as far as the scan test allows. Default: 0.2. For `paths`: at most 0.15 with M, 0.2 with Q, 0.25 with H. Default: 0.15. */
                share?: number;
                /** @description The text of an SVG of shapes. Elements that run, load or filter are refused. */
                svg?: string;
                /**
                 * @description Of `paths`: `[x, y, width, height]`.
                 * @example [
                 *       0,
                 *       0,
                 *       24,
                 *       24
                 *     ]
                 */
                view_box?: number[];
            };
            /**
             * @description Of the code in a format that is not square. Default: center.
             * @enum {string}
             */
            output_alignment?: "center" | "top" | "right" | "bottom" | "left" | "top-left" | "top-right" | "bottom-right" | "bottom-left";
            /** @description At most a quarter of the shorter side. Default: 0. */
            padding?: number;
            /** @description In modules. 4 reads best. Default: 4. */
            quiet_zone?: number;
            /**
             * @description Default: px.
             * @enum {string}
             */
            unit?: "px" | "mm" | "cm" | "in";
            /** @description 128 to 4,096 px, 10 to 1,000 mm, 1 to 100 cm, or 0.4 to 40 in. Default: 1024. */
            width?: number;
        };
        /** @description The device of the visitor: `ios`, `android` or `desktop`. */
        DeviceRule: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            condition: "device";
            /**
             * @description Both must match.
             * @enum {string}
             */
            condition2?: "country" | "date" | "language" | "scan_number" | "split";
            /**
             * Format: date
             * @description Included.
             * @example 2026-12-26
             */
            date_end2?: string;
            /**
             * Format: date
             * @description In the time zone of the account.
             * @example 2026-12-01
             */
            date_start2?: string;
            /** @example 1 */
            from2?: number;
            /** @example 50 */
            percent2?: number;
            /** @description Decided by the visitor instead of the scan, for one day (UTC). The shares are then about right, not exact. Without it: false. */
            sticky2?: boolean;
            /**
             * @description Included. Null: there is no last one.
             * @example 500
             */
            until2?: number | null;
            url: string;
            /** @enum {string} */
            value: "ios" | "android" | "desktop";
            /** @description As the field of that condition. */
            value2?: string;
            /** @description Only month and day count. Without it: false. */
            yearly2?: boolean;
        };
        /** @description The fields of every success. */
        Envelope: {
            /** @enum {boolean} */
            ok: true;
            /**
             * Format: uuid
             * @description Identifies this response in our logs.
             */
            request_id: string;
            /** @enum {string} */
            version: "2025-11-14-v1";
        };
        /** @description The fields of every success in v2. */
        EnvelopeV2: {
            /** @enum {boolean} */
            ok: true;
            /**
             * Format: uuid
             * @description Identifies this response in our logs.
             */
            request_id: string;
            /** @enum {string} */
            version: "2026-12-01-v2";
        };
        /** @description The body of every error response. */
        Error: {
            /** @description The error code, for programs. Known values: `invalid_request`, `invalid_payload`, `unauthorized`, `quota_exceeded_domain`, `quota_exceeded_member`, `quota_exceeded_project`, `quota_exceeded_qr`, `account_suspended`, `api_access_disabled`, `blocked`, `feature_disabled`, `forbidden`, `insufficient_scope`, `project_forbidden`, `reauthentication_required`, `sso_required`, `two_factor_required`, `not_found`, `change_not_found`, `delivery_not_found`, `endpoint_not_found`, `event_not_found`, `export_not_found`, `planned_change_not_found`, `project_not_found`, `qr_not_found`, `template_not_found`, `method_not_allowed`, `conflict`, `idempotency_conflict`, `cursor_expired`, `expired`, `export_expired`, `scan_limit_reached`, `precondition_failed`, `misdirected`, `unsafe_url`, `webhook_url_rejected`, `rate_limited`, `rate_limit_minute`, `rate_limit_day`, `internal_error`, `service_unavailable`. There can be new ones. */
            code: "invalid_request" | "invalid_payload" | "unauthorized" | "quota_exceeded_domain" | "quota_exceeded_member" | "quota_exceeded_project" | "quota_exceeded_qr" | "account_suspended" | "api_access_disabled" | "blocked" | "feature_disabled" | "forbidden" | "insufficient_scope" | "project_forbidden" | "reauthentication_required" | "sso_required" | "two_factor_required" | "not_found" | "change_not_found" | "delivery_not_found" | "endpoint_not_found" | "event_not_found" | "export_not_found" | "planned_change_not_found" | "project_not_found" | "qr_not_found" | "template_not_found" | "method_not_allowed" | "conflict" | "idempotency_conflict" | "cursor_expired" | "expired" | "export_expired" | "scan_limit_reached" | "precondition_failed" | "misdirected" | "unsafe_url" | "webhook_url_rejected" | "rate_limited" | "rate_limit_minute" | "rate_limit_day" | "internal_error" | "service_unavailable" | (string & {});
            /**
             * @description The page of the guide that explains the code.
             * @example https://api.example.com/docs/guide/errors#invalid_request
             */
            doc_url: string;
            /** @description All problems, if the request has several. `message` and `param` are the first. */
            errors?: {
                message: string;
                /**
                 * @description The field or query parameter with the problem; null if it is not about one.
                 * @example redirect_rules[1].url
                 */
                param: string | null;
            }[];
            /** @description What went wrong and what to do, as text for people. */
            message: string;
            /** @enum {boolean} */
            ok: false;
            /**
             * @description The field or query parameter with the problem; null if it is not about one.
             * @example redirect_rules[1].url
             */
            param: string | null;
            /**
             * Format: uuid
             * @description Identifies this response in our logs.
             */
            request_id: string;
            /** @enum {string} */
            version: "2025-11-14-v1" | "2026-12-01-v2";
        };
        /** @description Something that happened to a code, project or export. */
        Event: {
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-01T09:30:00.000Z
             */
            created_at: string;
            /** @description One of `qr_code`, `project` and `export`, by type. */
            data: {
                /** @description Who did it. */
                actor: {
                    id: string | null;
                    /** @description Known values: `member`, `api_key`, `oauth_client`, `operator`, `system`. There can be new ones. */
                    kind: "member" | "api_key" | "oauth_client" | "operator" | "system" | (string & {});
                };
                /**
                 * @description For `qr.quiet`, `qr.surge` and `qr.destination_failing`: what was noticed.
                 * @example {
                 *       "last_scan_at": "2026-12-01T09:45:00.000Z",
                 *       "expected_scans": 42
                 *     }
                 */
                alarm?: {
                    [key: string]: unknown;
                };
                export?: components["schemas"]["Export"];
                /**
                 * @description Values of the changed fields before the change.
                 * @example {
                 *       "label": "Old menu"
                 *     }
                 */
                previous?: {
                    [key: string]: unknown;
                };
                project?: components["schemas"]["Project"];
                /** @description For `qr.…`: the code after the change, without `qr_data` and `qr_render_metadata`. `scan_count` can be some seconds old. */
                qr_code?: {
                    /** @description Whether Waypost stores details of each scan for analytics. Scans are counted in any case. */
                    analytics_enabled: boolean;
                    /**
                     * Format: date-time
                     * @description Time of creation. Never changes.
                     * @example 2026-03-01T09:30:00.000Z
                     */
                    created_at: string;
                    /**
                     * @description The current destination; null until the first image is ready, and for static codes.
                     * @example https://example.com/menu
                     */
                    destination_url: string | null;
                    /**
                     * Format: date-time
                     * @description From this time on, scans get a 410.
                     * @example 2026-03-01T09:30:00.000Z
                     */
                    expires_at: string | null;
                    /** @description The image as PNG; null until it is ready. */
                    file_url_png: string | null;
                    /** @description The image as SVG; null until it is ready. */
                    file_url_svg: string | null;
                    /** @description Query parameters of the scanned link that are added to the destination: names, or `utm_*`. Those of the destination win. */
                    forwarded_params: string[];
                    /** @example Table card */
                    label: string;
                    /**
                     * Format: date-time
                     * @description Time when the last image was ready.
                     * @example 2026-03-01T09:30:00.000Z
                     */
                    last_rendered_at: string | null;
                    /** @example prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8 */
                    project_id: string;
                    /** @example qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D */
                    qr_id: string;
                    redirect_rules: components["schemas"]["RedirectRule"][];
                    /**
                     * @description Destination of scans that match no rule; empty for type text.
                     * @example https://example.com/menu
                     */
                    redirect_url: string;
                    /**
                     * @description Number of attempts.
                     * @example 0
                     */
                    render_attempt: number;
                    /** @description Why the last attempt failed. */
                    render_error: string | null;
                    /**
                     * Format: date-time
                     * @description Time when the current image was requested.
                     * @example 2026-03-01T09:30:00.000Z
                     */
                    render_requested_at: string | null;
                    /** @description Known values: `staging`, `pending`, `rendering`, `done`, `error`, `idle`. There can be new ones. */
                    render_status: "staging" | "pending" | "rendering" | "done" | "error" | "idle" | (string & {});
                    /**
                     * @description Number of successful scans.
                     * @example 42
                     */
                    scan_count: number;
                    /**
                     * @description Null: unlimited.
                     * @example 500
                     */
                    scan_limit: number | null;
                    /**
                     * @description The public link, with the domain of the project if it has one; null until the first image is ready, and for static codes.
                     * @example https://go.example.com/qr-8kx2mp4tz6wn
                     */
                    short_link: string | null;
                    /**
                     * @description The public slug; null until the first image is ready, and for static codes.
                     * @example qr-8kx2mp4tz6wn
                     */
                    slug: string | null;
                    /** @enum {string} */
                    status: "active" | "archived" | "blocked";
                    /** @description Up to 20 tags of 1 to 50 characters, unique without regard to letter case. */
                    tags: string[];
                    /** @description Known values: `url`, `dynamic_url`, `text`, `vcard`, `wifi`, `email`, `sms`, `phone`, `geo`, `event`, `app_store`. There can be new ones. */
                    type: "url" | "dynamic_url" | "text" | "vcard" | "wifi" | "email" | "sms" | "phone" | "geo" | "event" | "app_store" | (string & {});
                    /**
                     * Format: date-time
                     * @description Time of the last change.
                     * @example 2026-03-01T09:30:00.000Z
                     */
                    updated_at: string;
                };
            };
            /** @example evt_000000000J00G4TSRZ6JQAR9XR */
            event_id: string;
            /** @description Known values: `qr.created`, `qr.updated`, `qr.rendered`, `qr.archived`, `qr.reactivated`, `qr.blocked`, `qr.unblocked`, `qr.limit_reached`, `qr.expired`, `qr.quiet`, `qr.surge`, `qr.destination_failing`, `project.created`, `project.updated`, `project.archived`, `project.unarchived`, `export.done`, `export.failed`. There can be new ones. */
            type: "qr.created" | "qr.updated" | "qr.rendered" | "qr.archived" | "qr.reactivated" | "qr.blocked" | "qr.unblocked" | "qr.limit_reached" | "qr.expired" | "qr.quiet" | "qr.surge" | "qr.destination_failing" | "project.created" | "project.updated" | "project.archived" | "project.unarchived" | "export.done" | "export.failed" | (string & {});
        };
        /** @description A file that is being written, or can be downloaded. */
        Export: {
            /**
             * Format: date-time
             * @description Of `scans`: single scans are kept for a limited time, so the file starts here.
             * @example 2026-03-01T09:30:00.000Z
             */
            available_from: string | null;
            /**
             * @description Written so far.
             * @example 96000
             */
            bytes: number;
            /**
             * Format: date-time
             * @description When it was requested.
             * @example 2026-03-01T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: uri
             * @description Link to the file, null until it is done. New with each read, valid for one hour, and only while this key is.
             */
            download_url: string | null;
            /**
             * Format: date-time
             * @description End of the range, exclusive.
             * @example 2026-03-01T09:30:00.000Z
             */
            end: string | null;
            /** @description Why it failed, and what to do. */
            error: string | null;
            /**
             * Format: date-time
             * @description When the file is removed: after seven days.
             * @example 2026-03-01T09:30:00.000Z
             */
            expires_at: string;
            /** @example exp_01JD4A1B5E9H3M7Q1T5X9Z3B7D */
            export_id: string;
            /**
             * Format: date-time
             * @description When it was done or failed.
             * @example 2026-03-01T09:30:00.000Z
             */
            finished_at: string | null;
            /** @description Known values: `csv`, `ndjson`, `parquet`, `svg`, `png`, `pdf`. There can be new ones. */
            format: "csv" | "ndjson" | "parquet" | "svg" | "png" | "pdf" | (string & {});
            /** @description Known values: `qr_codes`, `analytics`, `scans`, `images`. There can be new ones. */
            kind: "qr_codes" | "analytics" | "scans" | "images" | (string & {});
            /**
             * @description From 0 to 1.
             * @example 0.5
             */
            progress: number;
            /** @example prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8 */
            project_id: string | null;
            /** @example qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D */
            qr_id: string | null;
            /**
             * @description Rows or images written so far.
             * @example 1200
             */
            rows: number;
            /**
             * Format: date-time
             * @description Start of the range, inclusive.
             * @example 2026-03-01T09:30:00.000Z
             */
            start: string | null;
            /** @description Known values: `queued`, `running`, `done`, `failed`, `expired`. There can be new ones. */
            status: "queued" | "running" | "done" | "failed" | "expired" | (string & {});
        };
        /** @description The language that the visitor prefers, as a tag such as `de` or `pt-BR`. `de` also matches `de-AT` (RFC 4647, basic filtering). */
        LanguageRule: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            condition: "language";
            /**
             * @description Both must match.
             * @enum {string}
             */
            condition2?: "device" | "country" | "date" | "scan_number" | "split";
            /**
             * Format: date
             * @description Included.
             * @example 2026-12-26
             */
            date_end2?: string;
            /**
             * Format: date
             * @description In the time zone of the account.
             * @example 2026-12-01
             */
            date_start2?: string;
            /** @example 1 */
            from2?: number;
            /** @example 50 */
            percent2?: number;
            /** @description Decided by the visitor instead of the scan, for one day (UTC). The shares are then about right, not exact. Without it: false. */
            sticky2?: boolean;
            /**
             * @description Included. Null: there is no last one.
             * @example 500
             */
            until2?: number | null;
            url: string;
            /**
             * @description A language tag.
             * @example de
             */
            value: string;
            /** @description As the field of that condition. */
            value2?: string;
            /** @description Only month and day count. Without it: false. */
            yearly2?: boolean;
        };
        PlannedChange: {
            /**
             * Format: date-time
             * @description When the codes change.
             * @example 2026-03-01T09:30:00.000Z
             */
            apply_at: string;
            /** @description As in `PATCH /v1/qr-codes/{id}`. */
            change: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-03-01T09:30:00.000Z
             */
            created_at: string;
            /** @description How many of them are changed or refused. */
            done: number;
            failed: number;
            /** @description Why codes stayed as they were; the first 100. */
            failures: {
                code: string;
                message: string;
                qr_id: string;
            }[];
            /**
             * Format: date-time
             * @description When the last code was changed or refused.
             * @example 2026-03-01T09:30:00.000Z
             */
            finished_at: string | null;
            /** @example Summer menu */
            name: string;
            /** @example pln_00000000004T2MP4TZ6WN8KX2M */
            plan_id: string;
            planned_by: {
                id: string;
                /** @description Known values: `member`, `api_key`, `oauth_client`. There can be new ones. */
                kind: "member" | "api_key" | "oauth_client" | (string & {});
            };
            /** @description The first 100. */
            qr_ids: string[];
            /** @description While it is `waiting`, it can be changed and cancelled. Known values: `waiting`, `running`, `done`, `cancelled`. There can be new ones. */
            status: "waiting" | "running" | "done" | "cancelled" | (string & {});
            /**
             * @description How many codes.
             * @example 1
             */
            total: number;
        };
        /** @description A workspace that groups QR codes inside one account. */
        Project: {
            /**
             * Format: date-time
             * @description Time of creation. Never changes.
             * @example 2026-03-01T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description Null for the project that was created with the account.
             * @enum {string|null}
             */
            created_via: "api" | "dashboard" | null;
            /**
             * @description Empty if there is none.
             * @example Posters and table cards
             */
            description: string;
            /** @description Whether its links use a custom domain. */
            has_custom_domain: boolean;
            /** @description Whether new codes without a project_id belong to this project. */
            is_default: boolean;
            /** @example Spring campaign */
            name: string;
            /** @example prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8 */
            project_id: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-03-01T09:30:00.000Z
             */
            updated_at: string;
        };
        /** @description A QR code with all fields. */
        QrCode: {
            /** @description Whether Waypost stores details of each scan for analytics. Scans are counted in any case. */
            analytics_enabled: boolean;
            /**
             * Format: date-time
             * @description Time of creation. Never changes.
             * @example 2026-03-01T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The current destination; null until the first image is ready, and for static codes.
             * @example https://example.com/menu
             */
            destination_url: string | null;
            /**
             * Format: date-time
             * @description From this time on, scans get a 410.
             * @example 2026-03-01T09:30:00.000Z
             */
            expires_at: string | null;
            /** @description The image as PNG; null until it is ready. */
            file_url_png: string | null;
            /** @description The image as SVG; null until it is ready. */
            file_url_svg: string | null;
            /** @description Query parameters of the scanned link that are added to the destination: names, or `utm_*`. Those of the destination win. */
            forwarded_params: string[];
            /** @example Table card */
            label: string;
            /**
             * Format: date-time
             * @description Time when the last image was ready.
             * @example 2026-03-01T09:30:00.000Z
             */
            last_rendered_at: string | null;
            /** @example prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8 */
            project_id: string;
            /**
             * @description The content of the code. Its fields depend on the type.
             * @example {
             *       "url": "https://example.com/menu"
             *     }
             */
            qr_data: {
                [key: string]: unknown;
            };
            /** @example qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D */
            qr_id: string;
            qr_render_metadata: components["schemas"]["RenderMetadata"];
            redirect_rules: components["schemas"]["RedirectRule"][];
            /**
             * @description Destination of scans that match no rule; empty for type text.
             * @example https://example.com/menu
             */
            redirect_url: string;
            /**
             * @description Number of attempts.
             * @example 0
             */
            render_attempt: number;
            /** @description Why the last attempt failed. */
            render_error: string | null;
            /**
             * Format: date-time
             * @description Time when the current image was requested.
             * @example 2026-03-01T09:30:00.000Z
             */
            render_requested_at: string | null;
            /** @description Known values: `staging`, `pending`, `rendering`, `done`, `error`, `idle`. There can be new ones. */
            render_status: "staging" | "pending" | "rendering" | "done" | "error" | "idle" | (string & {});
            /**
             * @description Number of successful scans.
             * @example 42
             */
            scan_count: number;
            /**
             * @description Null: unlimited.
             * @example 500
             */
            scan_limit: number | null;
            /**
             * @description The public link, with the domain of the project if it has one; null until the first image is ready, and for static codes.
             * @example https://go.example.com/qr-8kx2mp4tz6wn
             */
            short_link: string | null;
            /**
             * @description The public slug; null until the first image is ready, and for static codes.
             * @example qr-8kx2mp4tz6wn
             */
            slug: string | null;
            /** @enum {string} */
            status: "active" | "archived" | "blocked";
            /** @description Up to 20 tags of 1 to 50 characters, unique without regard to letter case. */
            tags: string[];
            /** @description Known values: `url`, `dynamic_url`, `text`, `vcard`, `wifi`, `email`, `sms`, `phone`, `geo`, `event`, `app_store`. There can be new ones. */
            type: "url" | "dynamic_url" | "text" | "vcard" | "wifi" | "email" | "sms" | "phone" | "geo" | "event" | "app_store" | (string & {});
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-03-01T09:30:00.000Z
             */
            updated_at: string;
        };
        /** @description A QR code in a list. */
        QrCodeItem: {
            /**
             * Format: date-time
             * @description Time of creation. Never changes.
             * @example 2026-03-01T09:30:00.000Z
             */
            created_at: string;
            /** @example Table card */
            label: string;
            /** @example prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8 */
            project_id: string;
            /** @example qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D */
            qr_id: string;
            /**
             * @description Destination of scans that match no rule; empty for type text.
             * @example https://example.com/menu
             */
            redirect_url: string;
            /** @description Known values: `staging`, `pending`, `rendering`, `done`, `error`, `idle`. There can be new ones. */
            render_status: "staging" | "pending" | "rendering" | "done" | "error" | "idle" | (string & {});
            /**
             * @description The public link, with the domain of the project if it has one; null until the first image is ready, and for static codes.
             * @example https://go.example.com/qr-8kx2mp4tz6wn
             */
            short_link: string | null;
            /**
             * @description The public slug; null until the first image is ready, and for static codes.
             * @example qr-8kx2mp4tz6wn
             */
            slug: string | null;
            /** @enum {string} */
            status: "active" | "archived" | "blocked";
            /** @description Up to 20 tags of 1 to 50 characters, unique without regard to letter case. */
            tags: string[];
            /** @description Known values: `url`, `dynamic_url`, `text`, `vcard`, `wifi`, `email`, `sms`, `phone`, `geo`, `event`, `app_store`. There can be new ones. */
            type: "url" | "dynamic_url" | "text" | "vcard" | "wifi" | "email" | "sms" | "phone" | "geo" | "event" | "app_store" | (string & {});
        };
        /** @description Waypost evaluates rules in order and uses the first rule that matches. */
        RedirectRule: components["schemas"]["DeviceRule"] | components["schemas"]["CountryRule"] | components["schemas"]["ScheduleRule"] | components["schemas"]["DateRule"] | components["schemas"]["LanguageRule"] | components["schemas"]["ScanNumberRule"] | components["schemas"]["SplitRule"];
        /** @description The design of a code, with defaults filled in. */
        RenderMetadata: {
            /**
             * @description Behind the modules.
             * @example #1a2b3c
             */
            background_color: string;
            bg_transparent: boolean;
            /** @enum {string} */
            border_style: "none" | "solid" | "rounded" | "brackets" | "double" | "dotted" | "caption" | "caption-top" | "bubble" | "bubble-top" | "pill" | "pill-top" | "text" | "text-top" | "ribbon" | "ribbon-top" | "brackets-caption" | "ticket" | "receipt" | "tag" | "phone" | "polaroid" | "bag" | "stamp";
            /**
             * @description Needs a `border_style` with words, such as `caption`.
             * @example SCAN ME
             */
            caption?: string;
            /** @enum {string} */
            dot_style: "square" | "rounded" | "extra-rounded" | "fluid" | "classy" | "dots" | "diamond" | "bars-vertical" | "bars-horizontal";
            dpi: number;
            /**
             * @description As a minimum. A logo needs more.
             * @enum {string}
             */
            error_correction: "L" | "M" | "Q" | "H";
            /** @description Whether there is a PNG besides the SVG. */
            export_png: boolean;
            /**
             * @description Default: like the rest of the eye.
             * @example #1a2b3c
             */
            eye_ball_color?: string;
            /**
             * @description Default: like `eye_style`.
             * @enum {string}
             */
            eye_ball_style?: "square" | "soft" | "rounded" | "circle" | "leaf" | "teardrop" | "octagon" | "notched" | "clover";
            /**
             * @description Default: like the other modules.
             * @example #1a2b3c
             */
            eye_color?: string;
            /** @enum {string} */
            eye_style: "square" | "soft" | "rounded" | "circle" | "leaf" | "teardrop" | "petal" | "octagon" | "notched";
            /**
             * @description Of the modules.
             * @example #1a2b3c
             */
            foreground_color: string;
            /**
             * @description Width to height. With `custom`, `height` counts.
             * @enum {string}
             */
            format_ratio: "1:1" | "4:5" | "5:4" | "3:4" | "4:3" | "9:16" | "16:9" | "custom";
            /**
             * @description Default: `foreground_color`.
             * @example #1a2b3c
             */
            frame_color?: string;
            gradient?: {
                /** @description Default: 0. */
                angle?: number;
                /**
                 * @description The first color.
                 * @example #1a2b3c
                 */
                from: string;
                /**
                 * @description The last color.
                 * @example #1a2b3c
                 */
                to: string;
                /**
                 * @description Default: linear.
                 * @enum {string}
                 */
                type?: "linear" | "radial";
            };
            /** @description The width decides it, unless `format_ratio` is `custom`. */
            height: number;
            /** @description The picture in the middle. Needs exactly one of `image`, `svg` and `paths`. */
            logo?: {
                /**
                 * @description Of the plate behind an `image` or `svg`. Default: no plate.
                 * @example #1a2b3c
                 */
                background?: string;
                /**
                 * @description A PNG, JPEG or WebP as a data URI: at most 32 kB and 1,024 pixels per side.
                 * @example data:image/png;base64,iVBORw0KGgo…
                 */
                image?: string;
                /** @description Free modules around an `image` or `svg`. Default: 0.5. */
                padding?: number;
                /** @description Flat shapes. They need a `view_box`. */
                paths?: {
                    /**
                     * @description SVG path data.
                     * @example M0 0h24v24H0z
                     */
                    d: string;
                    /**
                     * @description The color.
                     * @example #1a2b3c
                     */
                    fill: string;
                }[];
                /**
                 * @description Of an `image` or `svg`. `circle` cuts its corners off. Default: none.
                 * @enum {string}
                 */
                shape?: "none" | "rounded" | "circle";
                /** @description The longer side of the logo, relative to the width of the code: 0.04 to 0.5, as far as the scan test allows. Default: 0.2. For `paths`: at most 0.15 with M, 0.2 with Q, 0.25 with H. Default: 0.15. */
                share?: number;
                /** @description The text of an SVG of shapes. Elements that run, load or filter are refused. */
                svg?: string;
                /**
                 * @description Of `paths`: `[x, y, width, height]`.
                 * @example [
                 *       0,
                 *       0,
                 *       24,
                 *       24
                 *     ]
                 */
                view_box?: number[];
            };
            /**
             * @description Of the code in a format that is not square.
             * @enum {string}
             */
            output_alignment: "center" | "top" | "right" | "bottom" | "left" | "top-left" | "top-right" | "bottom-right" | "bottom-left";
            /** @description At most a quarter of the shorter side. */
            padding: number;
            /** @description In modules. 4 reads best. */
            quiet_zone: number;
            /** @enum {string} */
            unit: "px" | "mm" | "cm" | "in";
            /** @description 128 to 4,096 px, 10 to 1,000 mm, 1 to 100 cm, or 0.4 to 40 in. */
            width: number;
        };
        Scan: {
            /**
             * @description Null if unknown.
             * @example Chrome
             */
            browser: string | null;
            /**
             * @description ISO 3166 code; null if unknown.
             * @example PT
             */
            country: string | null;
            /**
             * @description Null if unknown.
             * @example mobile
             */
            device: string | null;
            /**
             * @description Null if unknown.
             * @example example.com
             */
            referrer_host: string | null;
            /**
             * @description Place of the rule that matched, from 1; null: none.
             * @example 1
             */
            rule: number | null;
            /**
             * @description Numbers the counted scans of a code from 1, without gaps. Null for scans from before they were numbered.
             * @example 42
             */
            scan_number: number | null;
            /**
             * Format: date-time
             * @description When the code was scanned.
             * @example 2026-03-01T09:30:00.000Z
             */
            scanned_at: string;
            /**
             * @description Null if unknown.
             * @example Android
             */
            system: string | null;
            /** @description The same for all scans of a visitor on one UTC day in your account; another one on other days and for other accounts. */
            visitor: string;
        };
        /** @description From one scan of the code to another, both included, for example the first 500. Exact, also with several processes. Without `until`, or with null, there is no last one. */
        ScanNumberRule: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            condition: "scan_number";
            /**
             * @description Both must match.
             * @enum {string}
             */
            condition2?: "device" | "country" | "date" | "language" | "split";
            /**
             * Format: date
             * @description Included.
             * @example 2026-12-26
             */
            date_end2?: string;
            /**
             * Format: date
             * @description In the time zone of the account.
             * @example 2026-12-01
             */
            date_start2?: string;
            /** @example 1 */
            from: number;
            /** @example 50 */
            percent2?: number;
            /** @description Decided by the visitor instead of the scan, for one day (UTC). The shares are then about right, not exact. Without it: false. */
            sticky2?: boolean;
            /**
             * @description Included. Null: there is no last one.
             * @example 500
             */
            until?: number | null;
            url: string;
            /** @description As the field of that condition. */
            value2?: string;
            /** @description Only month and day count. Without it: false. */
            yearly2?: boolean;
        };
        /** @description Days of the week and a time of day, in the time zone of the account. The start is inclusive and the end is exclusive; an end of `23:59` means midnight. */
        ScheduleRule: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            condition: "schedule";
            schedule_days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
            /**
             * @description Must be later than the start. 23:59 means the end of the day.
             * @example 18:00
             */
            schedule_end: string;
            /**
             * @description In the time zone of the account.
             * @example 09:00
             */
            schedule_start: string;
            url: string;
        };
        /** @description A share of all scans, evenly spread by their numbers and never off by more than one scan. Split rules that follow one another take adjacent shares, together at most 100. With `sticky`, a visitor gets the same share for a day. */
        SplitRule: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            condition: "split";
            /**
             * @description Both must match.
             * @enum {string}
             */
            condition2?: "device" | "country" | "date" | "language" | "scan_number";
            /**
             * Format: date
             * @description Included.
             * @example 2026-12-26
             */
            date_end2?: string;
            /**
             * Format: date
             * @description In the time zone of the account.
             * @example 2026-12-01
             */
            date_start2?: string;
            /** @example 1 */
            from2?: number;
            /** @example 50 */
            percent: number;
            /** @description Decided by the visitor instead of the scan, for one day (UTC). The shares are then about right, not exact. Without it: false. */
            sticky?: boolean;
            /**
             * @description Included. Null: there is no last one.
             * @example 500
             */
            until2?: number | null;
            url: string;
            /** @description As the field of that condition. */
            value2?: string;
            /** @description Only month and day count. Without it: false. */
            yearly2?: boolean;
        };
        /** @description A design with a name. Codes get a copy of it, so a later change doesn’t affect them. */
        StyleTemplate: {
            /**
             * Format: date-time
             * @description Time of creation. Never changes.
             * @example 2026-03-01T09:30:00.000Z
             */
            created_at: string;
            design: components["schemas"]["Design"];
            /**
             * @description 1 to 80 characters; unique in the account.
             * @example House style
             */
            name: string;
            /** @example tpl_01JD3Z9R3M7P1T5X9B3F7K1N5R */
            template_id: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-03-01T09:30:00.000Z
             */
            updated_at: string;
        };
        /** @description What is watched about a code, and how it is doing. */
        Watch: {
            /** @description Check the destinations once a day. */
            destination: boolean;
            /** @description `redirect_url` and the addresses of rules. */
            destinations: {
                /**
                 * Format: date-time
                 * @description The end of its certificate.
                 * @example 2026-03-01T09:30:00.000Z
                 */
                certificate_expires_at: string | null;
                /**
                 * Format: date-time
                 * @description The last check.
                 * @example 2026-03-01T09:30:00.000Z
                 */
                checked_at: string | null;
                /** @description Its registered domain. */
                domain: string | null;
                /**
                 * Format: date-time
                 * @description The end of its registration.
                 * @example 2026-03-01T09:30:00.000Z
                 */
                domain_expires_at: string | null;
                /** @description Failed checks in a row. */
                failures: number;
                /** @description `status`, `unreachable`, `name`, `tls`, `private`, `redirects`, or `robots` (robots.txt forbids the check). */
                problem: string | null;
                /** @description The host that it redirects to. */
                redirect_host: string | null;
                /** @description Known values: `unchecked`, `works`, `troubled`, `failing`, `forbidden`. There can be new ones. */
                state: "unchecked" | "works" | "troubled" | "failing" | "forbidden" | (string & {});
                /**
                 * @description Of the response.
                 * @example 200
                 */
                status: number | null;
                url: string;
            }[];
            /**
             * Format: date-time
             * @description Since when `redirect_url` has failed three checks in a row.
             * @example 2026-03-01T09:30:00.000Z
             */
            failing_since: string | null;
            /** @description Whether scans lead to the stand-by address. */
            is_standby_used: boolean;
            /** @description The registered domain of the project’s links. */
            project_domain: {
                domain: string;
                /**
                 * Format: date-time
                 * @description The end of its registration.
                 * @example 2026-03-01T09:30:00.000Z
                 */
                expires_at: string | null;
            } | null;
            /** @description The destination that comes back when it works again. */
            replaced_url: string | null;
            scan_state: {
                /**
                 * Format: date-time
                 * @description The last scan before the silence, or the surge.
                 * @example 2026-03-01T09:30:00.000Z
                 */
                since: string | null;
                /** @description Known values: `learning`, `usual`, `quiet`, `surge`. There can be new ones. */
                state: "learning" | "usual" | "quiet" | "surge" | (string & {});
                /** @example 120.5 */
                usual_scans_per_week: number | null;
            } | null;
            /** @description Send an alarm when scans stop, or are many more than usual. */
            scans: boolean;
            /**
             * @description Replaces `redirect_url` while that fails; the change reverts itself when it works again.
             * @example https://example.com/closed
             */
            standby_url: string | null;
        };
        /** @description An event for an endpoint. */
        WebhookDelivery: {
            /** @example 1 */
            attempts: number;
            /**
             * Format: date-time
             * @description Time when the delivery was made.
             * @example 2026-03-01T09:30:00.000Z
             */
            created_at: string;
            /** @example dlv_000000000J01G4TSRZ6JQAR9XR */
            delivery_id: string;
            /**
             * @description Of the last attempt.
             * @example 84
             */
            duration_ms: number | null;
            /** @example whe_01JD4B2C6F0J4N8R2V6Y0A4C8E */
            endpoint_id: string;
            /** @description Why the last attempt failed. */
            error: string | null;
            /**
             * @description The header `webhook-id`.
             * @example evt_000000000J00G4TSRZ6JQAR9XR
             */
            event_id: string;
            /**
             * Format: date-time
             * @description Time of the last attempt.
             * @example 2026-03-01T09:30:00.000Z
             */
            last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description While pending.
             * @example 2026-03-01T09:30:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * @description The first 1 KiB of it.
             * @example ok
             */
            response_body: string | null;
            /**
             * @description Null if there was no response.
             * @example 200
             */
            response_status: number | null;
            /** @description `dead`: all attempts failed. `cancelled`: the endpoint was disabled. Known values: `pending`, `succeeded`, `dead`, `cancelled`. There can be new ones. */
            status: "pending" | "succeeded" | "dead" | "cancelled" | (string & {});
            /** @description Known values: `qr.created`, `qr.updated`, `qr.rendered`, `qr.archived`, `qr.reactivated`, `qr.blocked`, `qr.unblocked`, `qr.limit_reached`, `qr.expired`, `qr.quiet`, `qr.surge`, `qr.destination_failing`, `project.created`, `project.updated`, `project.archived`, `project.unarchived`, `export.done`, `export.failed`, `qr.scan`. There can be new ones. */
            type: "qr.created" | "qr.updated" | "qr.rendered" | "qr.archived" | "qr.reactivated" | "qr.blocked" | "qr.unblocked" | "qr.limit_reached" | "qr.expired" | "qr.quiet" | "qr.surge" | "qr.destination_failing" | "project.created" | "project.updated" | "project.archived" | "project.unarchived" | "export.done" | "export.failed" | "qr.scan" | (string & {});
        };
        /** @description A receiver of events. */
        WebhookEndpoint: {
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-03-01T09:30:00.000Z
             */
            created_at: string;
            /** @example Stock system */
            description: string;
            /**
             * @description Null while it is enabled. `gone`: it responded with 410. `failing`: nothing but failures for five days.
             * @enum {string|null}
             */
            disabled_reason: "owner" | "operator" | "gone" | "failing" | null;
            /** @description Disabling ends pending deliveries. What happens meanwhile is not delivered later. */
            enabled: boolean;
            /** @example whe_01JD4B2C6F0J4N8R2V6Y0A4C8E */
            endpoint_id: string;
            /**
             * Format: date-time
             * @description Since then, every attempt has failed.
             * @example 2026-03-01T09:30:00.000Z
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Until then, the secret before the last rotation signs too.
             * @example 2026-03-01T09:30:00.000Z
             */
            old_secret_expires_at: string | null;
            /**
             * @description Only events of this project.
             * @example prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8
             */
            project_id: string | null;
            /** @description Only events of these codes, and none of projects or exports. */
            qr_ids: string[] | null;
            /**
             * @description Only these types of events; null for all, also for those that later versions add.
             * @example [
             *       "qr.updated"
             *     ]
             */
            types: ("qr.created" | "qr.updated" | "qr.rendered" | "qr.archived" | "qr.reactivated" | "qr.blocked" | "qr.unblocked" | "qr.limit_reached" | "qr.expired" | "qr.quiet" | "qr.surge" | "qr.destination_failing" | "project.created" | "project.updated" | "project.archived" | "project.unarchived" | "export.done" | "export.failed" | "qr.scan" | (string & {}))[] | null;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-03-01T09:30:00.000Z
             */
            updated_at: string;
            /**
             * @description Where deliveries go: `https://`, a public address, port 443 or above 1023.
             * @example https://example.com/hooks
             */
            url: string;
        };
        /** @description A receiver of events, with its secret. */
        WebhookEndpointWithSecret: {
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-03-01T09:30:00.000Z
             */
            created_at: string;
            /** @example Stock system */
            description: string;
            /**
             * @description Null while it is enabled. `gone`: it responded with 410. `failing`: nothing but failures for five days.
             * @enum {string|null}
             */
            disabled_reason: "owner" | "operator" | "gone" | "failing" | null;
            /** @description Disabling ends pending deliveries. What happens meanwhile is not delivered later. */
            enabled: boolean;
            /** @example whe_01JD4B2C6F0J4N8R2V6Y0A4C8E */
            endpoint_id: string;
            /**
             * Format: date-time
             * @description Since then, every attempt has failed.
             * @example 2026-03-01T09:30:00.000Z
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Until then, the secret before the last rotation signs too.
             * @example 2026-03-01T09:30:00.000Z
             */
            old_secret_expires_at: string | null;
            /**
             * @description Only events of this project.
             * @example prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8
             */
            project_id: string | null;
            /** @description Only events of these codes, and none of projects or exports. */
            qr_ids: string[] | null;
            /**
             * @description Verifies signatures (Standard Webhooks). Shown only now; null if the request is repeated with its Idempotency-Key.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string | null;
            /**
             * @description Only these types of events; null for all, also for those that later versions add.
             * @example [
             *       "qr.updated"
             *     ]
             */
            types: ("qr.created" | "qr.updated" | "qr.rendered" | "qr.archived" | "qr.reactivated" | "qr.blocked" | "qr.unblocked" | "qr.limit_reached" | "qr.expired" | "qr.quiet" | "qr.surge" | "qr.destination_failing" | "project.created" | "project.updated" | "project.archived" | "project.unarchived" | "export.done" | "export.failed" | "qr.scan" | (string & {}))[] | null;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-03-01T09:30:00.000Z
             */
            updated_at: string;
            /**
             * @description Where deliveries go: `https://`, a public address, port 443 or above 1023.
             * @example https://example.com/hooks
             */
            url: string;
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
    listProjects: {
        parameters: {
            query?: {
                /** @description 1 to 100. Other numbers are not refused: the nearest valid number is used. */
                page_size?: number;
                /** @description The `next_page_token` of the page before. A token that is malformed, expired (24 hours) or of another list starts from the first page. */
                page_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of projects. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2025-11-14-v1",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "items": [
                     *         {
                     *           "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *           "name": "Spring campaign",
                     *           "description": "",
                     *           "is_default": false,
                     *           "has_custom_domain": false,
                     *           "created_via": "api",
                     *           "created_at": "2026-03-01T09:30:00.000Z",
                     *           "updated_at": "2026-03-01T09:30:00.000Z"
                     *         },
                     *         {
                     *           "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E602",
                     *           "name": "Default project",
                     *           "description": "",
                     *           "is_default": true,
                     *           "has_custom_domain": false,
                     *           "created_via": null,
                     *           "created_at": "2026-03-01T09:30:00.000Z",
                     *           "updated_at": "2026-03-01T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_page_token": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Project"][];
                        /** @description Token of the next page; null on the last page. */
                        next_page_token: string | null;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2025-11-14-v1";
                    };
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At most 2,000 characters after trimming. */
                    description?: string;
                    /** @description 1 to 120 characters after trimming. */
                    name: string;
                    /**
                     * @description Makes it the default project of the account. The previous default project loses this role.
                     * @default false
                     */
                    set_as_default?: boolean;
                };
            };
        };
        responses: {
            /** @description The new project. */
            201: {
                headers: {
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2025-11-14-v1",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "name": "Spring campaign",
                     *       "description": "",
                     *       "is_default": false,
                     *       "has_custom_domain": false,
                     *       "created_via": "api",
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Envelope"] & components["schemas"]["Project"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has reached its plan's number of QR codes. Code: `quota_exceeded_project`. */
            402: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `idempotency_conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listQrCodes: {
        parameters: {
            query?: {
                /** @description Part of the label. Letter case doesn't matter, and no character has a special meaning. */
                label_contains?: string;
                /** @description 1 to 100. Other numbers are not refused: the nearest valid number is used. */
                page_size?: number;
                /** @description The `next_page_token` of the page before. A token that is malformed, expired (24 hours) or of another list starts from the first page. */
                page_token?: string;
                /** @description Only codes of this project. */
                project_id?: string;
                /** @description Repeatable. Default: active and blocked. */
                status?: ("active" | "archived" | "blocked")[];
                /** @description Repeatable: codes that have all of these tags. Letter case doesn't matter. */
                tag?: string[];
                /** @description Exact match. */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of codes. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2025-11-14-v1",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "items": [
                     *         {
                     *           "qr_id": "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *           "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *           "slug": "qr-7k2m9x4tqv3p",
                     *           "short_link": "https://go.example.com/qr-7k2m9x4tqv3p",
                     *           "label": "Poster",
                     *           "status": "active",
                     *           "type": "url",
                     *           "redirect_url": "https://example.com/summer",
                     *           "created_at": "2026-03-01T09:30:00.000Z",
                     *           "render_status": "done",
                     *           "tags": []
                     *         }
                     *       ],
                     *       "next_page_token": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["QrCodeItem"][];
                        /** @description Token of the next page; null on the last page. */
                        next_page_token: string | null;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2025-11-14-v1";
                    };
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createQrCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
                /** @description `wait=N` holds the response until the image is ready or N seconds have passed (1 to 10). At most ten requests per key wait at the same time; others are answered at once. */
                prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Replaces the whole design; null is the default design.
                     * @example {
                     *       "foreground_color": "#1a2b3c",
                     *       "dot_style": "rounded"
                     *     }
                     */
                    design?: components["schemas"]["Design"] | null;
                    /**
                     * Format: date-time
                     * @description From this time on, scans get a 410.
                     * @example 2026-03-01T09:30:00.000Z
                     */
                    expires_at?: string | null;
                    /** @description Query parameters of the scanned link that are added to the destination: names, or `utm_*`. Those of the destination win. */
                    forwarded_params?: string[];
                    /** @description Alias of name. If you send both, name is used. */
                    label?: string;
                    /** @description 1 to 255 characters after trimming. Becomes the label. */
                    name?: string;
                    /** @description Default: the default project. */
                    project_id?: string;
                    /** @description Alias of text. */
                    qr_data?: {
                        text?: string;
                    };
                    redirect_rules?: components["schemas"]["RedirectRule"][] | null;
                    /** @description Required for url and dynamic_url. */
                    redirect_url?: string;
                    /**
                     * @description Null: unlimited.
                     * @example 500
                     */
                    scan_limit?: number | null;
                    /** @description Up to 20 tags of 1 to 50 characters, unique without regard to letter case. */
                    tags?: string[];
                    /**
                     * @description Copies the design of a template. Later changes of the template don’t affect the code.
                     * @example tpl_01JD3Z9R3M7P1T5X9B3F7K1N5R
                     */
                    template_id?: string;
                    /** @description Required for text: 1 to 4,000 characters. */
                    text?: string;
                    /**
                     * @description Default: url.
                     * @enum {string}
                     */
                    type?: "url" | "dynamic_url" | "text";
                };
            };
        };
        responses: {
            /** @description The new code. */
            201: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description `wait=N` if the response waited for the image. */
                    "preference-applied"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2025-11-14-v1",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "qr_id": "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "slug": null,
                     *       "short_link": null,
                     *       "type": "url",
                     *       "label": "Poster",
                     *       "status": "active",
                     *       "render_status": "pending",
                     *       "destination_url": null,
                     *       "redirect_url": "https://example.com/spring",
                     *       "file_url_svg": null,
                     *       "file_url_png": null,
                     *       "analytics_enabled": true,
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z",
                     *       "last_rendered_at": null,
                     *       "render_requested_at": "2026-03-01T09:30:00.000Z",
                     *       "render_attempt": 0,
                     *       "render_error": null,
                     *       "redirect_rules": [
                     *         {
                     *           "condition": "device",
                     *           "value": "ios",
                     *           "url": "https://example.com/app"
                     *         }
                     *       ],
                     *       "expires_at": null,
                     *       "scan_limit": null,
                     *       "scan_count": 0,
                     *       "tags": [],
                     *       "forwarded_params": [],
                     *       "qr_data": {
                     *         "url": "https://example.com/spring"
                     *       },
                     *       "qr_render_metadata": {
                     *         "format_ratio": "1:1",
                     *         "width": 1024,
                     *         "height": 1024,
                     *         "unit": "px",
                     *         "padding": 0,
                     *         "quiet_zone": 4,
                     *         "border_style": "none",
                     *         "dot_style": "square",
                     *         "eye_style": "square",
                     *         "foreground_color": "#000000",
                     *         "background_color": "#ffffff",
                     *         "bg_transparent": false,
                     *         "error_correction": "M",
                     *         "dpi": 300,
                     *         "export_png": true,
                     *         "output_alignment": "center"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Envelope"] & components["schemas"]["QrCode"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has reached its plan's number of QR codes. Code: `quota_exceeded_qr`. */
            402: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `feature_disabled`, `project_forbidden`, `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`, `template_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `idempotency_conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The destination failed the safety check. Code: `unsafe_url`. */
            422: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQrCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have: if nothing changed, you get a 304 without a body. */
                "if-none-match"?: string;
                /** @description `wait=N` holds the response until the image is ready or N seconds have passed (1 to 10). At most ten requests per key wait at the same time; others are answered at once. */
                prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code. */
            200: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `wait=N` if the response waited for the image. */
                    "preference-applied"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2025-11-14-v1",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "qr_id": "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "slug": "qr-7k2m9x4tqv3p",
                     *       "short_link": "https://go.example.com/qr-7k2m9x4tqv3p",
                     *       "type": "url",
                     *       "label": "Poster",
                     *       "status": "active",
                     *       "render_status": "done",
                     *       "destination_url": "https://example.com/spring",
                     *       "redirect_url": "https://example.com/spring",
                     *       "file_url_svg": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.svg",
                     *       "file_url_png": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.png",
                     *       "analytics_enabled": true,
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z",
                     *       "last_rendered_at": "2026-03-01T09:30:00.000Z",
                     *       "render_requested_at": "2026-03-01T09:30:00.000Z",
                     *       "render_attempt": 1,
                     *       "render_error": null,
                     *       "redirect_rules": [
                     *         {
                     *           "condition": "device",
                     *           "value": "ios",
                     *           "url": "https://example.com/app"
                     *         }
                     *       ],
                     *       "expires_at": null,
                     *       "scan_limit": null,
                     *       "scan_count": 0,
                     *       "tags": [],
                     *       "forwarded_params": [],
                     *       "qr_data": {
                     *         "url": "https://example.com/spring"
                     *       },
                     *       "qr_render_metadata": {
                     *         "format_ratio": "1:1",
                     *         "width": 1024,
                     *         "height": 1024,
                     *         "unit": "px",
                     *         "padding": 0,
                     *         "quiet_zone": 4,
                     *         "border_style": "none",
                     *         "dot_style": "square",
                     *         "eye_style": "square",
                     *         "foreground_color": "#000000",
                     *         "background_color": "#ffffff",
                     *         "bg_transparent": false,
                     *         "error_correction": "M",
                     *         "dpi": 300,
                     *         "export_png": true,
                     *         "output_alignment": "center"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Envelope"] & components["schemas"]["QrCode"];
                };
            };
            /** @description You have this version already. */
            304: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `wait=N` if the response waited for the image. */
                    "preference-applied"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateQrCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the code as you read it: if somebody has changed it since, you get a 412. Scans and finished images are no change. */
                "if-match"?: string;
                /** @description `wait=N` holds the response until the image is ready or N seconds have passed (1 to 10). At most ten requests per key wait at the same time; others are answered at once. */
                prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Replaces the whole design; null is the default design.
                     * @example {
                     *       "foreground_color": "#1a2b3c",
                     *       "dot_style": "rounded"
                     *     }
                     */
                    design?: components["schemas"]["Design"] | null;
                    /**
                     * Format: date-time
                     * @description From this time on, scans get a 410.
                     * @example 2026-03-01T09:30:00.000Z
                     */
                    expires_at?: string | null;
                    /** @description Query parameters of the scanned link that are added to the destination: names, or `utm_*`. Those of the destination win. */
                    forwarded_params?: string[];
                    /** @description 1 to 255 characters after trimming. */
                    label?: string;
                    /** @description Alias of label. If you send both, label is used. */
                    name?: string;
                    redirect_rules?: components["schemas"]["RedirectRule"][] | null;
                    /** @description Only for type url. */
                    redirect_url?: string;
                    /**
                     * @description Null: unlimited.
                     * @example 500
                     */
                    scan_limit?: number | null;
                    /** @enum {string} */
                    status?: "active" | "archived";
                    /** @description Up to 20 tags of 1 to 50 characters, unique without regard to letter case. */
                    tags?: string[];
                    /**
                     * @description Copies the design of a template. Later changes of the template don’t affect the code.
                     * @example tpl_01JD3Z9R3M7P1T5X9B3F7K1N5R
                     */
                    template_id?: string;
                };
            };
        };
        responses: {
            /** @description The code after the change. */
            200: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `wait=N` if the response waited for the image. */
                    "preference-applied"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2025-11-14-v1",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "qr_id": "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "slug": "qr-7k2m9x4tqv3p",
                     *       "short_link": "https://go.example.com/qr-7k2m9x4tqv3p",
                     *       "type": "url",
                     *       "label": "Poster",
                     *       "status": "active",
                     *       "render_status": "pending",
                     *       "destination_url": "https://example.com/summer",
                     *       "redirect_url": "https://example.com/summer",
                     *       "file_url_svg": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.svg",
                     *       "file_url_png": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.png",
                     *       "analytics_enabled": true,
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z",
                     *       "last_rendered_at": "2026-03-01T09:30:00.000Z",
                     *       "render_requested_at": "2026-03-01T09:30:00.000Z",
                     *       "render_attempt": 1,
                     *       "render_error": null,
                     *       "redirect_rules": [
                     *         {
                     *           "condition": "device",
                     *           "value": "ios",
                     *           "url": "https://example.com/app"
                     *         }
                     *       ],
                     *       "expires_at": null,
                     *       "scan_limit": null,
                     *       "scan_count": 0,
                     *       "tags": [],
                     *       "forwarded_params": [],
                     *       "qr_data": {
                     *         "url": "https://example.com/summer"
                     *       },
                     *       "qr_render_metadata": {
                     *         "format_ratio": "1:1",
                     *         "width": 1024,
                     *         "height": 1024,
                     *         "unit": "px",
                     *         "padding": 0,
                     *         "quiet_zone": 4,
                     *         "border_style": "none",
                     *         "dot_style": "square",
                     *         "eye_style": "square",
                     *         "foreground_color": "#000000",
                     *         "background_color": "#ffffff",
                     *         "bg_transparent": false,
                     *         "error_correction": "M",
                     *         "dpi": 300,
                     *         "export_png": true,
                     *         "output_alignment": "center"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Envelope"] & components["schemas"]["QrCode"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has reached its plan's number of QR codes. Code: `quota_exceeded_qr`. */
            402: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `feature_disabled`, `project_forbidden`, `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`, `template_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The code was changed since you read it. Code: `precondition_failed`. */
            412: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The destination failed the safety check. Code: `unsafe_url`. */
            422: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    findQrCodeBySlug: {
        parameters: {
            query: {
                slug: string;
            };
            header?: {
                /** @description The `ETag` that you have: if nothing changed, you get a 304 without a body. */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code. */
            200: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `wait=N` if the response waited for the image. */
                    "preference-applied"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2025-11-14-v1",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "qr_id": "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "slug": "qr-7k2m9x4tqv3p",
                     *       "short_link": "https://go.example.com/qr-7k2m9x4tqv3p",
                     *       "type": "url",
                     *       "label": "Poster",
                     *       "status": "active",
                     *       "render_status": "done",
                     *       "destination_url": "https://example.com/spring",
                     *       "redirect_url": "https://example.com/spring",
                     *       "file_url_svg": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.svg",
                     *       "file_url_png": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.png",
                     *       "analytics_enabled": true,
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z",
                     *       "last_rendered_at": "2026-03-01T09:30:00.000Z",
                     *       "render_requested_at": "2026-03-01T09:30:00.000Z",
                     *       "render_attempt": 1,
                     *       "render_error": null,
                     *       "redirect_rules": [
                     *         {
                     *           "condition": "device",
                     *           "value": "ios",
                     *           "url": "https://example.com/app"
                     *         }
                     *       ],
                     *       "expires_at": null,
                     *       "scan_limit": null,
                     *       "scan_count": 0,
                     *       "tags": [],
                     *       "forwarded_params": [],
                     *       "qr_data": {
                     *         "url": "https://example.com/spring"
                     *       },
                     *       "qr_render_metadata": {
                     *         "format_ratio": "1:1",
                     *         "width": 1024,
                     *         "height": 1024,
                     *         "unit": "px",
                     *         "padding": 0,
                     *         "quiet_zone": 4,
                     *         "border_style": "none",
                     *         "dot_style": "square",
                     *         "eye_style": "square",
                     *         "foreground_color": "#000000",
                     *         "background_color": "#ffffff",
                     *         "bg_transparent": false,
                     *         "error_correction": "M",
                     *         "dpi": 300,
                     *         "export_png": true,
                     *         "output_alignment": "center"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Envelope"] & components["schemas"]["QrCode"];
                };
            };
            /** @description You have this version already. */
            304: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `wait=N` if the response waited for the image. */
                    "preference-applied"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    findQrCode: {
        parameters: {
            query: {
                slug: string;
            };
            header?: {
                /** @description The `ETag` that you have: if nothing changed, you get a 304 without a body. */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code. */
            200: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `wait=N` if the response waited for the image. */
                    "preference-applied"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2025-11-14-v1",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "qr_id": "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "slug": "qr-7k2m9x4tqv3p",
                     *       "short_link": "https://go.example.com/qr-7k2m9x4tqv3p",
                     *       "type": "url",
                     *       "label": "Poster",
                     *       "status": "active",
                     *       "render_status": "done",
                     *       "destination_url": "https://example.com/spring",
                     *       "redirect_url": "https://example.com/spring",
                     *       "file_url_svg": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.svg",
                     *       "file_url_png": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.png",
                     *       "analytics_enabled": true,
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z",
                     *       "last_rendered_at": "2026-03-01T09:30:00.000Z",
                     *       "render_requested_at": "2026-03-01T09:30:00.000Z",
                     *       "render_attempt": 1,
                     *       "render_error": null,
                     *       "redirect_rules": [
                     *         {
                     *           "condition": "device",
                     *           "value": "ios",
                     *           "url": "https://example.com/app"
                     *         }
                     *       ],
                     *       "expires_at": null,
                     *       "scan_limit": null,
                     *       "scan_count": 0,
                     *       "tags": [],
                     *       "forwarded_params": [],
                     *       "qr_data": {
                     *         "url": "https://example.com/spring"
                     *       },
                     *       "qr_render_metadata": {
                     *         "format_ratio": "1:1",
                     *         "width": 1024,
                     *         "height": 1024,
                     *         "unit": "px",
                     *         "padding": 0,
                     *         "quiet_zone": 4,
                     *         "border_style": "none",
                     *         "dot_style": "square",
                     *         "eye_style": "square",
                     *         "foreground_color": "#000000",
                     *         "background_color": "#ffffff",
                     *         "bg_transparent": false,
                     *         "error_correction": "M",
                     *         "dpi": 300,
                     *         "export_png": true,
                     *         "output_alignment": "center"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Envelope"] & components["schemas"]["QrCode"];
                };
            };
            /** @description You have this version already. */
            304: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `wait=N` if the response waited for the image. */
                    "preference-applied"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "account_id": "acc_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "plan": "enterprise",
                     *       "timezone": "Europe/Lisbon",
                     *       "limits": {
                     *         "qr_codes": 1000000,
                     *         "requests_per_second": 1000000,
                     *         "requests_per_minute": 1000000,
                     *         "requests_per_day": 1000000000,
                     *         "api_keys": 10,
                     *         "projects": 20000,
                     *         "domains": 2000,
                     *         "members": 2000,
                     *         "webhook_endpoints": 50
                     *       },
                     *       "features": {
                     *         "api_access": true,
                     *         "qr_creation": true,
                     *         "advanced_redirects": true,
                     *         "branded_pages": true,
                     *         "oauth": true
                     *       },
                     *       "usage": {
                     *         "live_qr_codes": 2,
                     *         "api_keys": 1,
                     *         "members": 0,
                     *         "requests_today": 12
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @example acc_01JD3Z2M4K6N8Q0S2V4X6Z8B0D */
                        account_id: string;
                        features: {
                            [key: string]: boolean;
                        };
                        limits: {
                            [key: string]: number | null;
                        };
                        /** @enum {boolean} */
                        ok: true;
                        /** @example pro */
                        plan: string;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @example Europe/Lisbon */
                        timezone: string;
                        usage: {
                            api_keys: number;
                            live_qr_codes: number;
                            members: number;
                            /** @description Of this key; null while it is unknown. */
                            requests_today: number | null;
                        };
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProjectBrowsers: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description The rest is in `other_scans`. */
                limit?: number;
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans by browser */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "value": "Chrome",
                     *           "scans": 2
                     *         },
                     *         {
                     *           "value": "Safari",
                     *           "scans": 1
                     *         }
                     *       ],
                     *       "other_scans": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsBreakdown"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProjectCountries: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description The rest is in `other_scans`. */
                limit?: number;
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans by country */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "value": "PT",
                     *           "scans": 2
                     *         },
                     *         {
                     *           "value": "ES",
                     *           "scans": 1
                     *         }
                     *       ],
                     *       "other_scans": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsBreakdown"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProjectDevices: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description The rest is in `other_scans`. */
                limit?: number;
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans by device */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "value": "android",
                     *           "scans": 2
                     *         },
                     *         {
                     *           "value": "ios",
                     *           "scans": 1
                     *         }
                     *       ],
                     *       "other_scans": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsBreakdown"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProjectHours: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans by hour of the week */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "weekday": "mon",
                     *           "hour": 0,
                     *           "scans": 0
                     *         },
                     *         {
                     *           "weekday": "mon",
                     *           "hour": 1,
                     *           "scans": 0
                     *         },
                     *         {
                     *           "weekday": "mon",
                     *           "hour": 2,
                     *           "scans": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsHours"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProjectReferrers: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description The rest is in `other_scans`. */
                limit?: number;
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans by referring host */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "value": null,
                     *           "scans": 3
                     *         }
                     *       ],
                     *       "other_scans": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsBreakdown"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProjectSummary: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans and visitors of a time range */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "scans": 3,
                     *       "previous_scans": 0,
                     *       "visitor_days": 0,
                     *       "first_scan_at": "2026-03-01T09:00:00.000Z",
                     *       "last_scan_at": "2026-03-01T17:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsSummary"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProjectSystems: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description The rest is in `other_scans`. */
                limit?: number;
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans by operating system */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "value": "Android",
                     *           "scans": 2
                     *         },
                     *         {
                     *           "value": "iOS",
                     *           "scans": 1
                     *         }
                     *       ],
                     *       "other_scans": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsBreakdown"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProjectTrend: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
                /** @description Weeks start on Monday. Default: by the length of the range. At most 1,000 points. */
                unit?: "hour" | "day" | "week" | "month";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans over time */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "unit": "hour",
                     *       "points": [
                     *         {
                     *           "start": "2026-03-01T00:00:00.000+00:00",
                     *           "end": "2026-03-01T01:00:00.000+00:00",
                     *           "scans": 0
                     *         },
                     *         {
                     *           "start": "2026-03-01T01:00:00.000+00:00",
                     *           "end": "2026-03-01T02:00:00.000+00:00",
                     *           "scans": 0
                     *         },
                     *         {
                     *           "start": "2026-03-01T02:00:00.000+00:00",
                     *           "end": "2026-03-01T03:00:00.000+00:00",
                     *           "scans": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsTrend"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQrCodeBrowsers: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description The rest is in `other_scans`. */
                limit?: number;
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans by browser */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "value": "Chrome",
                     *           "scans": 2
                     *         },
                     *         {
                     *           "value": "Safari",
                     *           "scans": 1
                     *         }
                     *       ],
                     *       "other_scans": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsBreakdown"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQrCodeCountries: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description The rest is in `other_scans`. */
                limit?: number;
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans by country */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "value": "PT",
                     *           "scans": 2
                     *         },
                     *         {
                     *           "value": "ES",
                     *           "scans": 1
                     *         }
                     *       ],
                     *       "other_scans": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsBreakdown"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQrCodeDevices: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description The rest is in `other_scans`. */
                limit?: number;
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans by device */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "value": "android",
                     *           "scans": 2
                     *         },
                     *         {
                     *           "value": "ios",
                     *           "scans": 1
                     *         }
                     *       ],
                     *       "other_scans": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsBreakdown"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQrCodeHours: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans by hour of the week */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "weekday": "mon",
                     *           "hour": 0,
                     *           "scans": 0
                     *         },
                     *         {
                     *           "weekday": "mon",
                     *           "hour": 1,
                     *           "scans": 0
                     *         },
                     *         {
                     *           "weekday": "mon",
                     *           "hour": 2,
                     *           "scans": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsHours"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQrCodeReferrers: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description The rest is in `other_scans`. */
                limit?: number;
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans by referring host */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "value": null,
                     *           "scans": 3
                     *         }
                     *       ],
                     *       "other_scans": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsBreakdown"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQrCodeRules: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans by redirect rule */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "rule": null,
                     *           "scans": 2
                     *         },
                     *         {
                     *           "rule": 1,
                     *           "scans": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsRules"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQrCodeSummary: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans and visitors of a time range */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "scans": 3,
                     *       "previous_scans": 0,
                     *       "visitor_days": 0,
                     *       "first_scan_at": "2026-03-01T09:00:00.000Z",
                     *       "last_scan_at": "2026-03-01T17:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsSummary"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQrCodeSystems: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description The rest is in `other_scans`. */
                limit?: number;
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans by operating system */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "value": "Android",
                     *           "scans": 2
                     *         },
                     *         {
                     *           "value": "iOS",
                     *           "scans": 1
                     *         }
                     *       ],
                     *       "other_scans": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsBreakdown"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQrCodeTrend: {
        parameters: {
            query?: {
                /** @description Exclusive; a whole quarter of an hour. Default: now. Needs `start`. */
                end?: string;
                /** @description Instead of `start`: a range that ends now. */
                interval?: "24h" | "7d" | "30d" | "90d" | "12m";
                /** @description Inclusive; a whole quarter of an hour. At most 1,100 days before `end`. */
                start?: string;
                /** @description An IANA name. Default: the time zone of the account. */
                timezone?: string;
                /** @description Weeks start on Monday. Default: by the length of the range. At most 1,000 points. */
                unit?: "hour" | "day" | "week" | "month";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans over time */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-03-01T00:00:00.000Z",
                     *       "end": "2026-03-02T00:00:00.000Z",
                     *       "timezone": "Europe/Lisbon",
                     *       "data_through": "2026-03-01T09:30:00.000Z",
                     *       "unit": "hour",
                     *       "points": [
                     *         {
                     *           "start": "2026-03-01T00:00:00.000+00:00",
                     *           "end": "2026-03-01T01:00:00.000+00:00",
                     *           "scans": 0
                     *         },
                     *         {
                     *           "start": "2026-03-01T01:00:00.000+00:00",
                     *           "end": "2026-03-01T02:00:00.000+00:00",
                     *           "scans": 0
                     *         },
                     *         {
                     *           "start": "2026-03-01T02:00:00.000+00:00",
                     *           "end": "2026-03-01T03:00:00.000+00:00",
                     *           "scans": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsTrend"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The last event that you know, or `next_after` of the last page. */
                after?: string;
                /** @description 1 to 100. Other numbers are not refused: the nearest valid number is used. */
                page_size?: number;
                /** @description Only those of this project and its codes. */
                project_id?: string;
                /** @description Only those of this code. */
                qr_id?: string;
                /** @description Only these types; can repeat. One of `qr.created`, `qr.updated`, `qr.rendered`, `qr.archived`, `qr.reactivated`, `qr.blocked`, `qr.unblocked`, `qr.limit_reached`, `qr.expired`, `qr.quiet`, `qr.surge`, `qr.destination_failing`, `project.created`, `project.updated`, `project.archived`, `project.unarchived`, `export.done`, `export.failed`. */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    /** @description Of `Prefer: wait`. */
                    "preference-applied"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "items": [
                     *         {
                     *           "event_id": "evt_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *           "type": "qr.updated",
                     *           "created_at": "2026-03-01T09:30:00.000Z",
                     *           "data": {
                     *             "qr_code": {
                     *               "qr_id": "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *               "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *               "slug": "qr-7k2m9x4tqv3p",
                     *               "short_link": "https://go.example.com/qr-7k2m9x4tqv3p",
                     *               "type": "url",
                     *               "label": "Poster",
                     *               "status": "active",
                     *               "render_status": "pending",
                     *               "destination_url": "https://example.com/summer",
                     *               "redirect_url": "https://example.com/summer",
                     *               "file_url_svg": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.svg",
                     *               "file_url_png": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.png",
                     *               "analytics_enabled": true,
                     *               "created_at": "2026-03-01T09:30:00.000Z",
                     *               "updated_at": "2026-03-01T09:30:00.000Z",
                     *               "last_rendered_at": "2026-03-01T09:30:00.000Z",
                     *               "render_requested_at": "2026-03-01T09:30:00.000Z",
                     *               "render_attempt": 1,
                     *               "render_error": null,
                     *               "redirect_rules": [
                     *                 {
                     *                   "condition": "device",
                     *                   "value": "ios",
                     *                   "url": "https://example.com/app"
                     *                 }
                     *               ],
                     *               "expires_at": null,
                     *               "scan_limit": null,
                     *               "scan_count": 0,
                     *               "tags": [],
                     *               "forwarded_params": []
                     *             },
                     *             "previous": {
                     *               "redirect_url": "https://example.com/spring"
                     *             },
                     *             "actor": {
                     *               "kind": "api_key",
                     *               "id": "key_01JD3Z5T9GQ4R6W8Y0A2C4E601"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "next_after": "evt_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "has_more": true
                     *     }
                     */
                    "application/json": {
                        /** @description Whether there can be more events already. */
                        has_more: boolean;
                        items: components["schemas"]["Event"][];
                        /**
                         * @description Continue with this as `after`, also if the page is empty. Null: nothing has happened yet.
                         * @example evt_000000000J00G4TSRZ6JQAR9XR
                         */
                        next_after: string | null;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`, `project_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request is refused. The message says why. Code: `cursor_expired`. */
            410: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "event_id": "evt_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "type": "qr.updated",
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "data": {
                     *         "qr_code": {
                     *           "qr_id": "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *           "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *           "slug": "qr-7k2m9x4tqv3p",
                     *           "short_link": "https://go.example.com/qr-7k2m9x4tqv3p",
                     *           "type": "url",
                     *           "label": "Poster",
                     *           "status": "active",
                     *           "render_status": "pending",
                     *           "destination_url": "https://example.com/summer",
                     *           "redirect_url": "https://example.com/summer",
                     *           "file_url_svg": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.svg",
                     *           "file_url_png": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.png",
                     *           "analytics_enabled": true,
                     *           "created_at": "2026-03-01T09:30:00.000Z",
                     *           "updated_at": "2026-03-01T09:30:00.000Z",
                     *           "last_rendered_at": "2026-03-01T09:30:00.000Z",
                     *           "render_requested_at": "2026-03-01T09:30:00.000Z",
                     *           "render_attempt": 1,
                     *           "render_error": null,
                     *           "redirect_rules": [
                     *             {
                     *               "condition": "device",
                     *               "value": "ios",
                     *               "url": "https://example.com/app"
                     *             }
                     *           ],
                     *           "expires_at": null,
                     *           "scan_limit": null,
                     *           "scan_count": 0,
                     *           "tags": [],
                     *           "forwarded_params": []
                     *         },
                     *         "previous": {
                     *           "redirect_url": "https://example.com/spring"
                     *         },
                     *         "actor": {
                     *           "kind": "api_key",
                     *           "id": "key_01JD3Z5T9GQ4R6W8Y0A2C4E601"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["Event"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `event_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listExports: {
        parameters: {
            query?: {
                /** @description 1 to 100. Other numbers are not refused: the nearest valid number is used. */
                page_size?: number;
                /** @description The `next_page_token` of the page before. A token that is malformed, expired (24 hours) or of another list starts from the first page. */
                page_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of exports. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "items": [
                     *         {
                     *           "export_id": "exp_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *           "kind": "qr_codes",
                     *           "format": "csv",
                     *           "project_id": null,
                     *           "qr_id": null,
                     *           "start": null,
                     *           "end": null,
                     *           "status": "done",
                     *           "progress": 1,
                     *           "rows": 2,
                     *           "bytes": 706,
                     *           "error": null,
                     *           "available_from": null,
                     *           "created_at": "2026-03-01T09:30:00.000Z",
                     *           "finished_at": "2026-03-01T09:30:00.000Z",
                     *           "expires_at": "2026-03-08T09:30:00.000Z",
                     *           "download_url": "https://api.example.com/v2/exports/exp_01JD3Z5T9GQ4R6W8Y0A2C4E601/download?key=key_01JD3Z5T9GQ4R6W8Y0A2C4E601&expires=1772361000000&signature=4yXqZ1"
                     *         }
                     *       ],
                     *       "next_page_token": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Export"][];
                        /** @description Token of the next page; null on the last page. */
                        next_page_token: string | null;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Exclusive. At most 1,100 days after `start`.
                     * @example 2026-03-01T00:00:00Z
                     */
                    end?: string;
                    /**
                     * @description csv, ndjson, parquet; for images: svg, png, pdf.
                     * @enum {string}
                     */
                    format: "csv" | "ndjson" | "parquet" | "svg" | "png" | "pdf";
                    /** @enum {string} */
                    kind: "qr_codes" | "analytics" | "scans" | "images";
                    /** @example prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8 */
                    project_id?: string;
                    /** @example qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D */
                    qr_id?: string;
                    qr_ids?: string[];
                    /**
                     * Format: date-time
                     * @description Inclusive. For `analytics`, a whole quarter of an hour.
                     * @example 2026-03-01T00:00:00Z
                     */
                    start?: string;
                };
            };
        };
        responses: {
            /** @description The export is waiting. Read it again until `status` is `done`. */
            202: {
                headers: {
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description Where to read the export. */
                    Location?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "export_id": "exp_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "kind": "qr_codes",
                     *       "format": "csv",
                     *       "project_id": null,
                     *       "qr_id": null,
                     *       "start": null,
                     *       "end": null,
                     *       "status": "queued",
                     *       "progress": 0,
                     *       "rows": 0,
                     *       "bytes": 0,
                     *       "error": null,
                     *       "available_from": null,
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "finished_at": null,
                     *       "expires_at": "2026-03-08T09:30:00.000Z",
                     *       "download_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["Export"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`, `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `conflict`, `idempotency_conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "export_id": "exp_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "kind": "qr_codes",
                     *       "format": "csv",
                     *       "project_id": null,
                     *       "qr_id": null,
                     *       "start": null,
                     *       "end": null,
                     *       "status": "done",
                     *       "progress": 1,
                     *       "rows": 2,
                     *       "bytes": 706,
                     *       "error": null,
                     *       "available_from": null,
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "finished_at": "2026-03-01T09:30:00.000Z",
                     *       "expires_at": "2026-03-08T09:30:00.000Z",
                     *       "download_url": "https://api.example.com/v2/exports/exp_01JD3Z5T9GQ4R6W8Y0A2C4E601/download?key=key_01JD3Z5T9GQ4R6W8Y0A2C4E601&expires=1772361000000&signature=4yXqZ1"
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["Export"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `export_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `export_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createLabelSheet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether a label has the name of its code. Default: true. */
                    names?: boolean;
                    qr_ids: string[];
                    /**
                     * @description `5160`: Avery 5160: 30 labels, 2⅝ × 1 in; `5163`: Avery 5163: 10 labels, 4 × 2 in; `5164`: Avery 5164: 6 labels, 4 × 3⅓ in; `l7159`: Avery L7159: 24 labels, 63.5 × 33.9 mm; `l7160`: Avery L7160: 21 labels, 63.5 × 38.1 mm; `l7163`: Avery L7163: 14 labels, 99.1 × 38.1 mm; `l7165`: Avery L7165: 8 labels, 99.1 × 67.7 mm; `a4-12`: A4 paper: 12 to cut; `a4-24`: A4 paper: 24 to cut; `letter-12`: Letter paper: 12 to cut; `letter-20`: Letter paper: 20 to cut; `tent-a4`: Table tents from A4 paper, folded; `tent-letter`: Table tents from Letter paper, folded.
                     * @enum {string}
                     */
                    sheet: "5160" | "5163" | "5164" | "l7159" | "l7160" | "l7163" | "l7165" | "a4-12" | "a4-24" | "letter-12" | "letter-20" | "tent-a4" | "tent-letter";
                    /** @description Labels of the first sheet that are already used. Default: 0. */
                    skip?: number;
                };
            };
        };
        responses: {
            /** @description The PDF. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`, `not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`, `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPlannedChanges: {
        parameters: {
            query?: {
                /** @description 1 to 100. Other numbers are not refused: the nearest valid number is used. */
                page_size?: number;
                /** @description The `next_page_token` of the page before. A token that is malformed, expired (24 hours) or of another list starts from the first page. */
                page_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of planned changes. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "items": [
                     *         {
                     *           "plan_id": "pln_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *           "name": "Summer menu",
                     *           "status": "waiting",
                     *           "apply_at": "2026-03-31T09:30:00.000Z",
                     *           "change": {
                     *             "redirect_url": "https://example.com/summer-menu"
                     *           },
                     *           "qr_ids": [
                     *             "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601"
                     *           ],
                     *           "total": 1,
                     *           "done": 0,
                     *           "failed": 0,
                     *           "failures": [],
                     *           "planned_by": {
                     *             "kind": "api_key",
                     *             "id": "key_01JD3Z5T9GQ4R6W8Y0A2C4E601"
                     *           },
                     *           "created_at": "2026-03-01T09:30:00.000Z",
                     *           "finished_at": null
                     *         }
                     *       ],
                     *       "next_page_token": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["PlannedChange"][];
                        /** @description Token of the next page; null on the last page. */
                        next_page_token: string | null;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPlannedChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description In the future, at most two years.
                     * @example 2027-06-01T06:00:00Z
                     */
                    apply_at: string;
                    /** @description As in `PATCH /v1/qr-codes/{id}`. */
                    change: {
                        /**
                         * @description Replaces the whole design; null is the default design.
                         * @example {
                         *       "foreground_color": "#1a2b3c",
                         *       "dot_style": "rounded"
                         *     }
                         */
                        design?: components["schemas"]["Design"] | null;
                        /**
                         * Format: date-time
                         * @description From this time on, scans get a 410.
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        expires_at?: string | null;
                        /** @description Query parameters of the scanned link that are added to the destination: names, or `utm_*`. Those of the destination win. */
                        forwarded_params?: string[];
                        /** @description 1 to 255 characters after trimming. */
                        label?: string;
                        /** @description Alias of label. If you send both, label is used. */
                        name?: string;
                        /** @description Moves the codes. */
                        project_id?: string;
                        redirect_rules?: components["schemas"]["RedirectRule"][] | null;
                        /** @description Only for type url. */
                        redirect_url?: string;
                        /**
                         * @description Null: unlimited.
                         * @example 500
                         */
                        scan_limit?: number | null;
                        /** @enum {string} */
                        status?: "active" | "archived";
                        /** @description Up to 20 tags of 1 to 50 characters, unique without regard to letter case. */
                        tags?: string[];
                        /**
                         * @description Copies the design of a template. Later changes of the template don’t affect the code.
                         * @example tpl_01JD3Z9R3M7P1T5X9B3F7K1N5R
                         */
                        template_id?: string;
                    };
                    /** @example Summer menu */
                    name?: string;
                    qr_ids: string[];
                };
            };
        };
        responses: {
            /** @description The planned change. */
            201: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "plan_id": "pln_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "name": "Summer menu",
                     *       "status": "waiting",
                     *       "apply_at": "2026-03-31T09:30:00.000Z",
                     *       "change": {
                     *         "redirect_url": "https://example.com/summer-menu"
                     *       },
                     *       "qr_ids": [
                     *         "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601"
                     *       ],
                     *       "total": 1,
                     *       "done": 0,
                     *       "failed": 0,
                     *       "failures": [],
                     *       "planned_by": {
                     *         "kind": "api_key",
                     *         "id": "key_01JD3Z5T9GQ4R6W8Y0A2C4E601"
                     *       },
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["PlannedChange"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `feature_disabled`, `project_forbidden`, `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`, `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `conflict`, `idempotency_conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The destination failed the safety check. Code: `unsafe_url`. */
            422: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPlannedChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have: if nothing changed, you get a 304 without a body. */
                "if-none-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The planned change. */
            200: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "plan_id": "pln_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "name": "Summer menu",
                     *       "status": "waiting",
                     *       "apply_at": "2026-03-31T09:30:00.000Z",
                     *       "change": {
                     *         "redirect_url": "https://example.com/summer-menu"
                     *       },
                     *       "qr_ids": [
                     *         "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601"
                     *       ],
                     *       "total": 1,
                     *       "done": 0,
                     *       "failed": 0,
                     *       "failures": [],
                     *       "planned_by": {
                     *         "kind": "api_key",
                     *         "id": "key_01JD3Z5T9GQ4R6W8Y0A2C4E601"
                     *       },
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["PlannedChange"];
                };
            };
            /** @description You have it already. */
            304: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `planned_change_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelPlannedChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the code as you read it: if somebody has changed it since, you get a 412. Scans and finished images are no change. */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is cancelled. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "plan_id": "pln_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "name": "Summer menu, early",
                     *       "status": "cancelled",
                     *       "apply_at": "2026-03-31T09:30:00.000Z",
                     *       "change": {
                     *         "redirect_url": "https://example.com/summer-menu"
                     *       },
                     *       "qr_ids": [
                     *         "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601"
                     *       ],
                     *       "total": 1,
                     *       "done": 0,
                     *       "failed": 0,
                     *       "failures": [],
                     *       "planned_by": {
                     *         "kind": "api_key",
                     *         "id": "key_01JD3Z5T9GQ4R6W8Y0A2C4E601"
                     *       },
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["PlannedChange"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `planned_change_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The code was changed since you read it. Code: `precondition_failed`. */
            412: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updatePlannedChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
                /** @description The `ETag` of the code as you read it: if somebody has changed it since, you get a 412. Scans and finished images are no change. */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description In the future, at most two years.
                     * @example 2027-06-01T06:00:00Z
                     */
                    apply_at?: string;
                    /** @description As in `PATCH /v1/qr-codes/{id}`. */
                    change?: {
                        /**
                         * @description Replaces the whole design; null is the default design.
                         * @example {
                         *       "foreground_color": "#1a2b3c",
                         *       "dot_style": "rounded"
                         *     }
                         */
                        design?: components["schemas"]["Design"] | null;
                        /**
                         * Format: date-time
                         * @description From this time on, scans get a 410.
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        expires_at?: string | null;
                        /** @description Query parameters of the scanned link that are added to the destination: names, or `utm_*`. Those of the destination win. */
                        forwarded_params?: string[];
                        /** @description 1 to 255 characters after trimming. */
                        label?: string;
                        /** @description Alias of label. If you send both, label is used. */
                        name?: string;
                        /** @description Moves the codes. */
                        project_id?: string;
                        redirect_rules?: components["schemas"]["RedirectRule"][] | null;
                        /** @description Only for type url. */
                        redirect_url?: string;
                        /**
                         * @description Null: unlimited.
                         * @example 500
                         */
                        scan_limit?: number | null;
                        /** @enum {string} */
                        status?: "active" | "archived";
                        /** @description Up to 20 tags of 1 to 50 characters, unique without regard to letter case. */
                        tags?: string[];
                        /**
                         * @description Copies the design of a template. Later changes of the template don’t affect the code.
                         * @example tpl_01JD3Z9R3M7P1T5X9B3F7K1N5R
                         */
                        template_id?: string;
                    };
                    /** @example Summer menu */
                    name?: string;
                    qr_ids?: string[];
                };
            };
        };
        responses: {
            /** @description The planned change. */
            200: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "plan_id": "pln_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "name": "Summer menu, early",
                     *       "status": "waiting",
                     *       "apply_at": "2026-03-31T09:30:00.000Z",
                     *       "change": {
                     *         "redirect_url": "https://example.com/summer-menu"
                     *       },
                     *       "qr_ids": [
                     *         "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601"
                     *       ],
                     *       "total": 1,
                     *       "done": 0,
                     *       "failed": 0,
                     *       "failures": [],
                     *       "planned_by": {
                     *         "kind": "api_key",
                     *         "id": "key_01JD3Z5T9GQ4R6W8Y0A2C4E601"
                     *       },
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["PlannedChange"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `feature_disabled`, `project_forbidden`, `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`, `qr_not_found`, `planned_change_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `conflict`, `idempotency_conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The code was changed since you read it. Code: `precondition_failed`. */
            412: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The destination failed the safety check. Code: `unsafe_url`. */
            422: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listProjectHistory: {
        parameters: {
            query?: {
                /** @description 1 to 100. Other numbers are not refused: the nearest valid number is used. */
                page_size?: number;
                /** @description The `next_page_token` of the page before. A token that is malformed, expired (24 hours) or of another list starts from the first page. */
                page_token?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes, newest first. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "items": [
                     *         {
                     *           "change_id": "chg_01JD3Z5T9GQ4R6W8Y0A2C4E603",
                     *           "changed_at": "2026-03-01T09:30:00.000Z",
                     *           "operation": "created",
                     *           "actor": {
                     *             "kind": "api_key",
                     *             "id": "key_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *             "name": "test"
                     *           },
                     *           "via": "api",
                     *           "changes": [
                     *             {
                     *               "field": "name",
                     *               "before": null,
                     *               "after": "Spring campaign"
                     *             },
                     *             {
                     *               "field": "is_default",
                     *               "before": null,
                     *               "after": false
                     *             },
                     *             {
                     *               "field": "description",
                     *               "before": null,
                     *               "after": ""
                     *             }
                     *           ],
                     *           "first_scan_number": null,
                     *           "bulk_id": null
                     *         }
                     *       ],
                     *       "next_page_token": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Change"][];
                        /** @description Token of the next page; null on the last page. */
                        next_page_token: string | null;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listQrCodeHistory: {
        parameters: {
            query?: {
                /** @description 1 to 100. Other numbers are not refused: the nearest valid number is used. */
                page_size?: number;
                /** @description The `next_page_token` of the page before. A token that is malformed, expired (24 hours) or of another list starts from the first page. */
                page_token?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes, newest first. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "items": [
                     *         {
                     *           "change_id": "chg_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *           "changed_at": "2026-03-01T09:30:00.000Z",
                     *           "operation": "changed",
                     *           "actor": {
                     *             "kind": "api_key",
                     *             "id": "key_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *             "name": "test"
                     *           },
                     *           "via": "api",
                     *           "changes": [
                     *             {
                     *               "field": "redirect_url",
                     *               "before": "https://example.com/spring",
                     *               "after": "https://example.com/summer"
                     *             }
                     *           ],
                     *           "first_scan_number": null,
                     *           "bulk_id": null
                     *         },
                     *         {
                     *           "change_id": "chg_01JD3Z5T9GQ4R6W8Y0A2C4E602",
                     *           "changed_at": "2026-03-01T09:30:00.000Z",
                     *           "operation": "created",
                     *           "actor": {
                     *             "kind": "api_key",
                     *             "id": "key_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *             "name": "test"
                     *           },
                     *           "via": "api",
                     *           "changes": [
                     *             {
                     *               "field": "tags",
                     *               "before": null,
                     *               "after": []
                     *             },
                     *             {
                     *               "field": "type",
                     *               "before": null,
                     *               "after": "url"
                     *             },
                     *             {
                     *               "field": "label",
                     *               "before": null,
                     *               "after": "Poster"
                     *             }
                     *           ],
                     *           "first_scan_number": null,
                     *           "bulk_id": null
                     *         }
                     *       ],
                     *       "next_page_token": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Change"][];
                        /** @description Token of the next page; null on the last page. */
                        next_page_token: string | null;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getImage: {
        parameters: {
            query: {
                /** @description Of a `pdf`, in millimetres: how far the background goes beyond the cut. Default: 0. */
                bleed?: number;
                /** @description Of `pdf` and `eps`. Default: rgb. */
                color_mode?: "rgb" | "cmyk";
                /** @description Of a `png`. Default: 300. */
                dpi?: number;
                /** @description `dxf` has outlines in millimetres, for machines that engrave. */
                format: "svg" | "png" | "pdf" | "eps" | "dxf";
                /** @description Whether a `pdf` has cut marks. Default: false. */
                marks?: boolean;
                /** @description The ink of the symbol, with `color_mode=cmyk`. */
                spot_color?: string;
                /** @description Default: as in the design. */
                transparent?: boolean;
                /** @description Of `width`. Default: mm. */
                unit?: "px" | "mm" | "cm" | "in";
                /** @description Default: as in the design, with its proportions. */
                width?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/postscript": string;
                    "image/png": string;
                    "image/svg+xml": string;
                    "image/vnd.dxf": string;
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`, `not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`, `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPrintAdvice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The size. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "smallest_width_mm": 8.5,
                     *       "distance_mm": 150
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description From how far this size is read. Phones can't focus on anything nearer.
                         * @example 150
                         */
                        distance_mm: number;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /**
                         * @description Of the whole image, with its quiet zone and frame.
                         * @example 8.5
                         */
                        smallest_width_mm: number;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`, `not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`, `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revertQrCodeChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
                /** @description The `ETag` of the code as you read it: if somebody has changed it since, you get a 412. Scans and finished images are no change. */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example chg_00000000004T2MP4TZ6WN8KX2M */
                    change_id: string;
                };
            };
        };
        responses: {
            /** @description The code after the change. */
            200: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `wait=N` if the response waited for the image. */
                    "preference-applied"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "qr_id": "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "slug": "qr-7k2m9x4tqv3p",
                     *       "short_link": "https://go.example.com/qr-7k2m9x4tqv3p",
                     *       "type": "url",
                     *       "label": "Poster",
                     *       "status": "active",
                     *       "render_status": "pending",
                     *       "destination_url": "https://example.com/spring",
                     *       "redirect_url": "https://example.com/spring",
                     *       "file_url_svg": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.svg",
                     *       "file_url_png": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.png",
                     *       "analytics_enabled": true,
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z",
                     *       "last_rendered_at": "2026-03-01T09:30:00.000Z",
                     *       "render_requested_at": "2026-03-01T09:30:00.000Z",
                     *       "render_attempt": 2,
                     *       "render_error": null,
                     *       "redirect_rules": [
                     *         {
                     *           "condition": "device",
                     *           "value": "ios",
                     *           "url": "https://example.com/app"
                     *         }
                     *       ],
                     *       "expires_at": null,
                     *       "scan_limit": null,
                     *       "scan_count": 0,
                     *       "tags": [],
                     *       "forwarded_params": [],
                     *       "qr_data": {
                     *         "url": "https://example.com/spring"
                     *       },
                     *       "qr_render_metadata": {
                     *         "format_ratio": "1:1",
                     *         "width": 1024,
                     *         "height": 1024,
                     *         "unit": "px",
                     *         "padding": 0,
                     *         "quiet_zone": 4,
                     *         "border_style": "none",
                     *         "dot_style": "square",
                     *         "eye_style": "square",
                     *         "foreground_color": "#000000",
                     *         "background_color": "#ffffff",
                     *         "bg_transparent": false,
                     *         "error_correction": "M",
                     *         "dpi": 300,
                     *         "export_png": true,
                     *         "output_alignment": "center"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["QrCode"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has reached its plan's number of QR codes. Code: `quota_exceeded_qr`. */
            402: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `feature_disabled`, `project_forbidden`, `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`, `change_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `conflict`, `idempotency_conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The code was changed since you read it. Code: `precondition_failed`. */
            412: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The destination failed the safety check. Code: `unsafe_url`. */
            422: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listScans: {
        parameters: {
            query?: {
                /** @description Scans after this number. Default: from the oldest that is kept. */
                after_number?: number;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of scans, oldest first. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "items": [
                     *         {
                     *           "scan_number": 1,
                     *           "scanned_at": "2026-03-01T09:10:00.000Z",
                     *           "country": "PT",
                     *           "device": "ios",
                     *           "system": "iOS",
                     *           "browser": "Safari",
                     *           "referrer_host": null,
                     *           "rule": 1,
                     *           "visitor": "3Z5T9GQ4R6W8Y0A2C4E601"
                     *         },
                     *         {
                     *           "scan_number": 2,
                     *           "scanned_at": "2026-03-01T09:11:00.000Z",
                     *           "country": "PT",
                     *           "device": "android",
                     *           "system": "Android",
                     *           "browser": "Chrome",
                     *           "referrer_host": null,
                     *           "rule": null,
                     *           "visitor": "3Z5T9GQ4R6W8Y0A2C4E602"
                     *         },
                     *         {
                     *           "scan_number": 3,
                     *           "scanned_at": "2026-03-01T17:12:00.000Z",
                     *           "country": "ES",
                     *           "device": "android",
                     *           "system": "Android",
                     *           "browser": "Chrome",
                     *           "referrer_host": null,
                     *           "rule": null,
                     *           "visitor": "3Z5T9GQ4R6W8Y0A2C4E603"
                     *         }
                     *       ],
                     *       "next_after_number": 3,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /** @description Whether there are scans after this page now. */
                        has_more: boolean;
                        items: components["schemas"]["Scan"][];
                        /**
                         * @description `after_number` of the next page.
                         * @example 142
                         */
                        next_after_number: number;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request is refused. The message says why. Code: `cursor_expired`. */
            410: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is watched, and how it is doing. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "destination": true,
                     *       "standby_url": "https://example.com/closed",
                     *       "scans": true,
                     *       "is_standby_used": false,
                     *       "replaced_url": null,
                     *       "failing_since": null,
                     *       "destinations": [],
                     *       "project_domain": null,
                     *       "scan_state": {
                     *         "state": "learning",
                     *         "since": null,
                     *         "usual_scans_per_week": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["Watch"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`, `not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putWatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Check the destinations once a day. */
                    destination?: boolean;
                    /** @description Send an alarm when scans stop, or are many more than usual. */
                    scans?: boolean;
                    /**
                     * @description Replaces `redirect_url` while that fails; the change reverts itself when it works again.
                     * @example https://example.com/closed
                     */
                    standby_url?: string | null;
                };
            };
        };
        responses: {
            /** @description What is watched now. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "destination": true,
                     *       "standby_url": "https://example.com/closed",
                     *       "scans": true,
                     *       "is_standby_used": false,
                     *       "replaced_url": null,
                     *       "failing_since": null,
                     *       "destinations": [],
                     *       "project_domain": null,
                     *       "scan_state": {
                     *         "state": "learning",
                     *         "since": null,
                     *         "usual_scans_per_week": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["Watch"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `feature_disabled`, `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The destination failed the safety check. Code: `unsafe_url`. */
            422: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is no longer watched. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`, `not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The destination failed the safety check. Code: `unsafe_url`. */
            422: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createQrCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description If true, one failure fails the whole request and nothing is written. Default: false. */
                    atomic?: boolean;
                    items: {
                        /**
                         * @description Replaces the whole design; null is the default design.
                         * @example {
                         *       "foreground_color": "#1a2b3c",
                         *       "dot_style": "rounded"
                         *     }
                         */
                        design?: components["schemas"]["Design"] | null;
                        /**
                         * Format: date-time
                         * @description From this time on, scans get a 410.
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        expires_at?: string | null;
                        /** @description Query parameters of the scanned link that are added to the destination: names, or `utm_*`. Those of the destination win. */
                        forwarded_params?: string[];
                        /** @description Alias of name. If you send both, name is used. */
                        label?: string;
                        /** @description 1 to 255 characters after trimming. Becomes the label. */
                        name?: string;
                        /** @description Default: the default project. */
                        project_id?: string;
                        /** @description Alias of text. */
                        qr_data?: {
                            text?: string;
                        };
                        redirect_rules?: components["schemas"]["RedirectRule"][] | null;
                        /** @description Required for url and dynamic_url. */
                        redirect_url?: string;
                        /**
                         * @description Null: unlimited.
                         * @example 500
                         */
                        scan_limit?: number | null;
                        /** @description Up to 20 tags of 1 to 50 characters, unique without regard to letter case. */
                        tags?: string[];
                        /**
                         * @description Copies the design of a template. Later changes of the template don’t affect the code.
                         * @example tpl_01JD3Z9R3M7P1T5X9B3F7K1N5R
                         */
                        template_id?: string;
                        /** @description Required for text: 1 to 4,000 characters. */
                        text?: string;
                        /**
                         * @description Default: url.
                         * @enum {string}
                         */
                        type?: "url" | "dynamic_url" | "text";
                    }[];
                };
            };
        };
        responses: {
            /** @description What became of each item. */
            200: {
                headers: {
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "ok": true,
                     *           "qr_code": {
                     *             "qr_id": "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E602",
                     *             "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E602",
                     *             "slug": null,
                     *             "short_link": null,
                     *             "type": "url",
                     *             "label": "Untitled",
                     *             "status": "active",
                     *             "render_status": "pending",
                     *             "destination_url": null,
                     *             "redirect_url": "https://example.com/1",
                     *             "file_url_svg": null,
                     *             "file_url_png": null,
                     *             "analytics_enabled": true,
                     *             "created_at": "2026-03-01T09:30:00.000Z",
                     *             "updated_at": "2026-03-01T09:30:00.000Z",
                     *             "last_rendered_at": null,
                     *             "render_requested_at": "2026-03-01T09:30:00.000Z",
                     *             "render_attempt": 0,
                     *             "render_error": null,
                     *             "redirect_rules": [],
                     *             "expires_at": null,
                     *             "scan_limit": null,
                     *             "scan_count": 0,
                     *             "tags": [],
                     *             "forwarded_params": [],
                     *             "qr_data": {
                     *               "url": "https://example.com/1"
                     *             },
                     *             "qr_render_metadata": {
                     *               "format_ratio": "1:1",
                     *               "width": 1024,
                     *               "height": 1024,
                     *               "unit": "px",
                     *               "padding": 0,
                     *               "quiet_zone": 4,
                     *               "border_style": "none",
                     *               "dot_style": "square",
                     *               "eye_style": "square",
                     *               "foreground_color": "#000000",
                     *               "background_color": "#ffffff",
                     *               "bg_transparent": false,
                     *               "error_correction": "M",
                     *               "dpi": 300,
                     *               "export_png": true,
                     *               "output_alignment": "center"
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "index": 1,
                     *           "ok": false,
                     *           "error": {
                     *             "status": 400,
                     *             "code": "invalid_request",
                     *             "message": "redirect_url is required for type url.",
                     *             "param": "redirect_url"
                     *           }
                     *         }
                     *       ],
                     *       "succeeded": 1,
                     *       "failed": 1
                     *     }
                     */
                    "application/json": {
                        failed: number;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @description In the order of the items. */
                        results: components["schemas"]["BulkResult"][];
                        succeeded: number;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has reached its plan's number of QR codes. Code: `quota_exceeded_qr`. */
            402: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `feature_disabled`, `project_forbidden`, `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`, `template_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `idempotency_conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The destination failed the safety check. Code: `unsafe_url`. */
            422: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateQrCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description If true, one failure fails the whole request and nothing is written. Default: false. */
                    atomic?: boolean;
                    change?: {
                        /**
                         * @description Replaces the whole design; null is the default design.
                         * @example {
                         *       "foreground_color": "#1a2b3c",
                         *       "dot_style": "rounded"
                         *     }
                         */
                        design?: components["schemas"]["Design"] | null;
                        /**
                         * Format: date-time
                         * @description From this time on, scans get a 410.
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        expires_at?: string | null;
                        /** @description Query parameters of the scanned link that are added to the destination: names, or `utm_*`. Those of the destination win. */
                        forwarded_params?: string[];
                        /** @description 1 to 255 characters after trimming. */
                        label?: string;
                        /** @description Alias of label. If you send both, label is used. */
                        name?: string;
                        /** @description Moves the code. Not possible if its printed link is on the domain of its project. */
                        project_id?: string;
                        redirect_rules?: components["schemas"]["RedirectRule"][] | null;
                        /** @description Only for type url. */
                        redirect_url?: string;
                        /**
                         * @description Null: unlimited.
                         * @example 500
                         */
                        scan_limit?: number | null;
                        /** @enum {string} */
                        status?: "active" | "archived";
                        /** @description Up to 20 tags of 1 to 50 characters, unique without regard to letter case. */
                        tags?: string[];
                        /**
                         * @description Copies the design of a template. Later changes of the template don’t affect the code.
                         * @example tpl_01JD3Z9R3M7P1T5X9B3F7K1N5R
                         */
                        template_id?: string;
                    };
                    items?: {
                        change: {
                            /**
                             * @description Replaces the whole design; null is the default design.
                             * @example {
                             *       "foreground_color": "#1a2b3c",
                             *       "dot_style": "rounded"
                             *     }
                             */
                            design?: components["schemas"]["Design"] | null;
                            /**
                             * Format: date-time
                             * @description From this time on, scans get a 410.
                             * @example 2026-03-01T09:30:00.000Z
                             */
                            expires_at?: string | null;
                            /** @description Query parameters of the scanned link that are added to the destination: names, or `utm_*`. Those of the destination win. */
                            forwarded_params?: string[];
                            /** @description 1 to 255 characters after trimming. */
                            label?: string;
                            /** @description Alias of label. If you send both, label is used. */
                            name?: string;
                            /** @description Moves the code. Not possible if its printed link is on the domain of its project. */
                            project_id?: string;
                            redirect_rules?: components["schemas"]["RedirectRule"][] | null;
                            /** @description Only for type url. */
                            redirect_url?: string;
                            /**
                             * @description Null: unlimited.
                             * @example 500
                             */
                            scan_limit?: number | null;
                            /** @enum {string} */
                            status?: "active" | "archived";
                            /** @description Up to 20 tags of 1 to 50 characters, unique without regard to letter case. */
                            tags?: string[];
                            /**
                             * @description Copies the design of a template. Later changes of the template don’t affect the code.
                             * @example tpl_01JD3Z9R3M7P1T5X9B3F7K1N5R
                             */
                            template_id?: string;
                        };
                        /** @description The `ETag` of the code as you read it. */
                        if_match?: string;
                        /** @example qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D */
                        qr_id: string;
                    }[];
                    qr_ids?: string[];
                };
            };
        };
        responses: {
            /** @description What became of each item. */
            200: {
                headers: {
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "ok": true,
                     *           "qr_code": {
                     *             "qr_id": "qrc_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *             "project_id": "prj_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *             "slug": "qr-7k2m9x4tqv3p",
                     *             "short_link": "https://go.example.com/qr-7k2m9x4tqv3p",
                     *             "type": "url",
                     *             "label": "Poster A2",
                     *             "status": "active",
                     *             "render_status": "rendering",
                     *             "destination_url": "https://example.com/spring",
                     *             "redirect_url": "https://example.com/spring",
                     *             "file_url_svg": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.svg",
                     *             "file_url_png": "https://api.example.com/files/5f1d3b7a9c2e4f60818a2b3c4d5e6f70.png",
                     *             "analytics_enabled": true,
                     *             "created_at": "2026-03-01T09:30:00.000Z",
                     *             "updated_at": "2026-03-01T09:30:00.000Z",
                     *             "last_rendered_at": "2026-03-01T09:30:00.000Z",
                     *             "render_requested_at": "2026-03-01T09:30:00.000Z",
                     *             "render_attempt": 3,
                     *             "render_error": null,
                     *             "redirect_rules": [
                     *               {
                     *                 "condition": "device",
                     *                 "value": "ios",
                     *                 "url": "https://example.com/app"
                     *               }
                     *             ],
                     *             "expires_at": null,
                     *             "scan_limit": null,
                     *             "scan_count": 0,
                     *             "tags": [],
                     *             "forwarded_params": [],
                     *             "qr_data": {
                     *               "url": "https://example.com/spring"
                     *             },
                     *             "qr_render_metadata": {
                     *               "format_ratio": "1:1",
                     *               "width": 1024,
                     *               "height": 1024,
                     *               "unit": "px",
                     *               "padding": 0,
                     *               "quiet_zone": 4,
                     *               "border_style": "none",
                     *               "dot_style": "square",
                     *               "eye_style": "square",
                     *               "foreground_color": "#000000",
                     *               "background_color": "#ffffff",
                     *               "bg_transparent": false,
                     *               "error_correction": "M",
                     *               "dpi": 300,
                     *               "export_png": true,
                     *               "output_alignment": "center"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "succeeded": 1,
                     *       "failed": 0
                     *     }
                     */
                    "application/json": {
                        failed: number;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @description In the order of the items. */
                        results: components["schemas"]["BulkResult"][];
                        succeeded: number;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has reached its plan's number of QR codes. Code: `quota_exceeded_qr`. */
            402: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `feature_disabled`, `project_forbidden`, `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`, `qr_not_found`, `template_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `conflict`, `idempotency_conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The code was changed since you read it. Code: `precondition_failed`. */
            412: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The destination failed the safety check. Code: `unsafe_url`. */
            422: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rehearseChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in `PATCH /v1/qr-codes/{id}`. */
                    change: {
                        /**
                         * Format: date-time
                         * @description From this time on, scans get a 410.
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        expires_at?: string | null;
                        redirect_rules?: components["schemas"]["RedirectRule"][] | null;
                        /** @description Only for type url. */
                        redirect_url?: string;
                        /**
                         * @description Null: unlimited.
                         * @example 500
                         */
                        scan_limit?: number | null;
                        /** @enum {string} */
                        status?: "active" | "archived";
                    };
                    qr_ids: string[];
                };
            };
        };
        responses: {
            /** @description How many scans would have gone elsewhere. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "start": "2026-01-30T09:30:00.000Z",
                     *       "end": "2026-03-01T09:30:00.000Z",
                     *       "scans": 0,
                     *       "same": 0,
                     *       "elsewhere": 0,
                     *       "nothing": 0,
                     *       "unknown": 0,
                     *       "changed_since": 0,
                     *       "days": [],
                     *       "destinations": []
                     *     }
                     */
                    "application/json": {
                        /** @description Scans for which another rule was chosen at the time than the present settings choose. */
                        changed_since: number;
                        days: {
                            /**
                             * Format: date
                             * @description In the time zone of the account.
                             */
                            day: string;
                            /** @description Scans that lead to another place. */
                            elsewhere: number;
                            /** @description Scans that found something, and would find nothing. */
                            nothing: number;
                            /** @description Scans that lead to the same place. */
                            same: number;
                            /** @description Scans without a record of something that a rule asks for, such as the language. */
                            unknown: number;
                        }[];
                        /** @description Where scans lead before and after the change, the most frequent first. */
                        destinations: {
                            /**
                             * @description Null: nothing.
                             * @example https://example.com/
                             */
                            after: string | null;
                            /**
                             * @description Null: nothing.
                             * @example https://example.com/
                             */
                            before: string | null;
                            scans: number;
                        }[];
                        /** @description Scans that lead to another place. */
                        elsewhere: number;
                        /**
                         * Format: date-time
                         * @description Its end.
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        end: string;
                        /** @description Scans that found something, and would find nothing. */
                        nothing: number;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @description Scans that lead to the same place. */
                        same: number;
                        /**
                         * @description All compared scans.
                         * @example 8930
                         */
                        scans: number;
                        /**
                         * Format: date-time
                         * @description Start of the compared time.
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        start: string;
                        /** @description Scans without a record of something that a rule asks for, such as the language. */
                        unknown: number;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listStyleTemplates: {
        parameters: {
            query?: {
                /** @description 1 to 100. Other numbers are not refused: the nearest valid number is used. */
                page_size?: number;
                /** @description The `next_page_token` of the page before. A token that is malformed, expired (24 hours) or of another list starts from the first page. */
                page_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of templates. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "items": [
                     *         {
                     *           "template_id": "tpl_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *           "name": "House style, rounded",
                     *           "design": {
                     *             "dot_style": "rounded",
                     *             "foreground_color": "#1b3a57"
                     *           },
                     *           "created_at": "2026-03-01T09:30:00.000Z",
                     *           "updated_at": "2026-03-01T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_page_token": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["StyleTemplate"][];
                        /** @description Token of the next page; null on the last page. */
                        next_page_token: string | null;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createStyleTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Like `Design`; null is the default design. */
                    design: components["schemas"]["Design"] | null;
                    /**
                     * @description 1 to 80 characters; unique in the account.
                     * @example House style
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The new template. */
            201: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "template_id": "tpl_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "name": "House style",
                     *       "design": {
                     *         "dot_style": "rounded",
                     *         "foreground_color": "#1b3a57"
                     *       },
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["StyleTemplate"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `conflict`, `idempotency_conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStyleTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have: if nothing changed, you get a 304 without a body. */
                "if-none-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "template_id": "tpl_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "name": "House style",
                     *       "design": {
                     *         "dot_style": "rounded",
                     *         "foreground_color": "#1b3a57"
                     *       },
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["StyleTemplate"];
                };
            };
            /** @description You have this version already. */
            304: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `template_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteStyleTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the code as you read it: if somebody has changed it since, you get a 412. Scans and finished images are no change. */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `template_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The code was changed since you read it. Code: `precondition_failed`. */
            412: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateStyleTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
                /** @description The `ETag` of the code as you read it: if somebody has changed it since, you get a 412. Scans and finished images are no change. */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Replaces the whole design; null is the default design. */
                    design?: components["schemas"]["Design"] | null;
                    /**
                     * @description 1 to 80 characters; unique in the account.
                     * @example House style
                     */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The template after the change. */
            200: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "template_id": "tpl_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "name": "House style, rounded",
                     *       "design": {
                     *         "dot_style": "rounded",
                     *         "foreground_color": "#1b3a57"
                     *       },
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["StyleTemplate"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `template_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `conflict`, `idempotency_conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The code was changed since you read it. Code: `precondition_failed`. */
            412: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    judgeDesign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    design: components["schemas"]["Design"] | null;
                    /**
                     * @description A link for the test. A longer link needs more modules. Default: a link of this service.
                     * @example https://go.example.com/qr-8kx2mp4tz6wn
                     */
                    link?: string;
                };
            };
        };
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "verdict": "pass",
                     *       "score": 94,
                     *       "findings": []
                     *     }
                     */
                    "application/json": {
                        findings: {
                            /** @description Known values: `similar_colors`, `narrow_quiet_zone`, `round_eyes`, `transparent_background`, `hard_to_read`, `low_contrast`, `inverted_colors`, `covered`, `unreadable`, `unreadable_small`, `not_drawable`. There can be new ones. */
                            code: "similar_colors" | "narrow_quiet_zone" | "round_eyes" | "transparent_background" | "hard_to_read" | "low_contrast" | "inverted_colors" | "covered" | "unreadable" | "unreadable_small" | "not_drawable" | (string & {});
                            /** @description What to improve, as text for people. */
                            message: string;
                        }[];
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @description Null if refused. */
                        score: number | null;
                        /**
                         * @description `weak` below a score of 80. A code with a refused design gets no image.
                         * @enum {string}
                         */
                        verdict: "pass" | "weak" | "refused";
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description 1 to 100. Other numbers are not refused: the nearest valid number is used. */
                page_size?: number;
                /** @description The `next_page_token` of the page before. A token that is malformed, expired (24 hours) or of another list starts from the first page. */
                page_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "items": [
                     *         {
                     *           "endpoint_id": "whe_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *           "url": "https://example.com/hooks",
                     *           "description": "Stock system",
                     *           "types": [
                     *             "qr.updated",
                     *             "qr.archived"
                     *           ],
                     *           "project_id": null,
                     *           "qr_ids": null,
                     *           "enabled": true,
                     *           "disabled_reason": null,
                     *           "failing_since": null,
                     *           "old_secret_expires_at": null,
                     *           "created_at": "2026-03-01T09:30:00.000Z",
                     *           "updated_at": "2026-03-01T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_page_token": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
                        /** @description Token of the next page; null on the last page. */
                        next_page_token: string | null;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Stock system */
                    description?: string;
                    /** @description Disabling ends pending deliveries. What happens meanwhile is not delivered later. */
                    enabled?: boolean;
                    /**
                     * @description Only events of this project.
                     * @example prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8
                     */
                    project_id?: string | null;
                    /** @description Only events of these codes, and none of projects or exports. */
                    qr_ids?: string[] | null;
                    /**
                     * @description Only these types of events; null for all, also for those that later versions add.
                     * @example [
                     *       "qr.updated"
                     *     ]
                     */
                    types?: ("qr.created" | "qr.updated" | "qr.rendered" | "qr.archived" | "qr.reactivated" | "qr.blocked" | "qr.unblocked" | "qr.limit_reached" | "qr.expired" | "qr.quiet" | "qr.surge" | "qr.destination_failing" | "project.created" | "project.updated" | "project.archived" | "project.unarchived" | "export.done" | "export.failed" | "qr.scan" | (string & {}))[] | null;
                    /**
                     * @description Where deliveries go: `https://`, a public address, port 443 or above 1023.
                     * @example https://example.com/hooks
                     */
                    url: string;
                };
            };
        };
        responses: {
            /** @description The new endpoint with its secret. */
            201: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "endpoint_id": "whe_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "url": "https://example.com/hooks",
                     *       "description": "Stock system",
                     *       "types": [
                     *         "qr.updated",
                     *         "qr.archived"
                     *       ],
                     *       "project_id": null,
                     *       "qr_ids": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "old_secret_expires_at": null,
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `project_not_found`, `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `conflict`, `idempotency_conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The destination failed the safety check. Code: `webhook_url_rejected`. */
            422: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have: if nothing changed, you get a 304 without a body. */
                "if-none-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "endpoint_id": "whe_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "url": "https://example.com/hooks",
                     *       "description": "Stock system",
                     *       "types": [
                     *         "qr.updated",
                     *         "qr.archived"
                     *       ],
                     *       "project_id": null,
                     *       "qr_ids": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "old_secret_expires_at": null,
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description You have it already. */
            304: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `endpoint_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the code as you read it: if somebody has changed it since, you get a 412. Scans and finished images are no change. */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `endpoint_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The code was changed since you read it. Code: `precondition_failed`. */
            412: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
                /** @description The `ETag` of the code as you read it: if somebody has changed it since, you get a 412. Scans and finished images are no change. */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Stock system */
                    description?: string;
                    /** @description Disabling ends pending deliveries. What happens meanwhile is not delivered later. */
                    enabled?: boolean;
                    /**
                     * @description Only events of this project.
                     * @example prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8
                     */
                    project_id?: string | null;
                    /** @description Only events of these codes, and none of projects or exports. */
                    qr_ids?: string[] | null;
                    /**
                     * @description Only these types of events; null for all, also for those that later versions add.
                     * @example [
                     *       "qr.updated"
                     *     ]
                     */
                    types?: ("qr.created" | "qr.updated" | "qr.rendered" | "qr.archived" | "qr.reactivated" | "qr.blocked" | "qr.unblocked" | "qr.limit_reached" | "qr.expired" | "qr.quiet" | "qr.surge" | "qr.destination_failing" | "project.created" | "project.updated" | "project.archived" | "project.unarchived" | "export.done" | "export.failed" | "qr.scan" | (string & {}))[] | null;
                    /**
                     * @description Where deliveries go: `https://`, a public address, port 443 or above 1023.
                     * @example https://example.com/hooks
                     */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description The endpoint after the change. */
            200: {
                headers: {
                    /** @description For `If-None-Match` and `If-Match`. */
                    etag?: string;
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "endpoint_id": "whe_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "url": "https://example.com/hooks",
                     *       "description": "Stock system",
                     *       "types": [
                     *         "qr.updated"
                     *       ],
                     *       "project_id": null,
                     *       "qr_ids": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "old_secret_expires_at": null,
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `endpoint_not_found`, `project_not_found`, `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `idempotency_conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The code was changed since you read it. Code: `precondition_failed`. */
            412: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The destination failed the safety check. Code: `webhook_url_rejected`. */
            422: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description 1 to 100. Other numbers are not refused: the nearest valid number is used. */
                page_size?: number;
                /** @description The `next_page_token` of the page before. A token that is malformed, expired (24 hours) or of another list starts from the first page. */
                page_token?: string;
                /** @description Only those with this status. Known values: `pending`, `succeeded`, `dead`, `cancelled`. There can be new ones. */
                status?: "pending" | "succeeded" | "dead" | "cancelled" | (string & {});
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "items": [
                     *         {
                     *           "delivery_id": "dlv_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *           "endpoint_id": "whe_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *           "event_id": "evt_01JD3Z5T9GQ4R6W8Y0A2C4E602",
                     *           "type": "qr.updated",
                     *           "status": "succeeded",
                     *           "attempts": 1,
                     *           "next_attempt_at": null,
                     *           "last_attempt_at": "2026-03-01T09:30:00.000Z",
                     *           "duration_ms": 84,
                     *           "response_status": 200,
                     *           "response_body": "ok",
                     *           "error": null,
                     *           "created_at": "2026-03-01T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_page_token": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["WebhookDelivery"][];
                        /** @description Token of the next page; null on the last page. */
                        next_page_token: string | null;
                        /** @enum {boolean} */
                        ok: true;
                        /**
                         * Format: uuid
                         * @description Identifies this response in our logs.
                         */
                        request_id: string;
                        /** @enum {string} */
                        version: "2026-12-01-v2";
                    };
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `endpoint_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
            };
            path: {
                delivery_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It will be done in a moment. */
            202: {
                headers: {
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "delivery_id": "dlv_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "endpoint_id": "whe_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "event_id": "evt_01JD3Z5T9GQ4R6W8Y0A2C4E602",
                     *       "type": "qr.updated",
                     *       "status": "pending",
                     *       "attempts": 0,
                     *       "next_attempt_at": "2026-03-01T09:30:00.000Z",
                     *       "last_attempt_at": "2026-03-01T09:30:00.000Z",
                     *       "duration_ms": 84,
                     *       "response_status": 200,
                     *       "response_body": "ok",
                     *       "error": null,
                     *       "created_at": "2026-03-01T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `endpoint_not_found`, `delivery_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `idempotency_conflict`, `conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The last event that you have.
                     * @example evt_000000000J00G4TSRZ6JQAR9XR
                     */
                    after?: string;
                    /** @description The last `scan_number` that you have; 0 for all, while the first ones are kept. */
                    after_number?: number;
                    /** @description The QR code whose scans are sent. */
                    qr_id?: string;
                };
            };
        };
        responses: {
            /** @description It will be done in a moment. */
            202: {
                headers: {
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "endpoint_id": "whe_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "url": "https://example.com/hooks",
                     *       "description": "Stock system",
                     *       "types": [
                     *         "qr.updated"
                     *       ],
                     *       "project_id": null,
                     *       "qr_ids": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "old_secret_expires_at": "2026-03-01T09:30:00.000Z",
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `endpoint_not_found`, `qr_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `idempotency_conflict`, `conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request is refused. The message says why. Code: `cursor_expired`. */
            410: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Seconds for which the old secret signs as well.
                     * @example 3600
                     */
                    expires_in: number;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "endpoint_id": "whe_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "url": "https://example.com/hooks",
                     *       "description": "Stock system",
                     *       "types": [
                     *         "qr.updated"
                     *       ],
                     *       "project_id": null,
                     *       "qr_ids": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "old_secret_expires_at": "2026-03-01T09:30:00.000Z",
                     *       "created_at": "2026-03-01T09:30:00.000Z",
                     *       "updated_at": "2026-03-01T09:30:00.000Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `endpoint_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `idempotency_conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 24 hours, the same key and body return the first response. */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Known values: `qr.created`, `qr.updated`, `qr.rendered`, `qr.archived`, `qr.reactivated`, `qr.blocked`, `qr.unblocked`, `qr.limit_reached`, `qr.expired`, `qr.quiet`, `qr.surge`, `qr.destination_failing`, `project.created`, `project.updated`, `project.archived`, `project.unarchived`, `export.done`, `export.failed`, `qr.scan`. There can be new ones. */
                    type: "qr.created" | "qr.updated" | "qr.rendered" | "qr.archived" | "qr.reactivated" | "qr.blocked" | "qr.unblocked" | "qr.limit_reached" | "qr.expired" | "qr.quiet" | "qr.surge" | "qr.destination_failing" | "project.created" | "project.updated" | "project.archived" | "project.unarchived" | "export.done" | "export.failed" | "qr.scan" | (string & {});
                };
            };
        };
        responses: {
            /** @description It will be done in a moment. */
            202: {
                headers: {
                    /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    /** @description What remains (`r`), and in how many seconds a part of the quota is available again (`t`). */
                    ratelimit?: string;
                    /** @description The quotas of the key: `q` requests in `w` seconds, one item per policy. */
                    "ratelimit-policy"?: string;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": "2026-12-01-v2",
                     *       "request_id": "019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d",
                     *       "delivery_id": "dlv_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "endpoint_id": "whe_01JD3Z5T9GQ4R6W8Y0A2C4E601",
                     *       "event_id": "evt_01JD3Z5T9GQ4R6W8Y0A2C4E602",
                     *       "type": "qr.updated",
                     *       "status": "pending",
                     *       "attempts": 0,
                     *       "next_attempt_at": "2026-03-01T09:30:00.000Z",
                     *       "last_attempt_at": null,
                     *       "duration_ms": null,
                     *       "response_status": null,
                     *       "response_body": null,
                     *       "error": null,
                     *       "created_at": "2026-03-01T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EnvelopeV2"] & components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description The body or one of its fields is not valid. The message names the field. Code: `invalid_request`, `invalid_payload`. */
            400: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong or revoked. Code: `unauthorized`. */
            401: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account is not allowed to do this. Code: `api_access_disabled`, `insufficient_scope`. */
            403: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It doesn't exist, or it belongs to another account. Code: `endpoint_not_found`. */
            404: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request, or its first request is still running. Code: `idempotency_conflict`, `conflict`. */
            409: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. Code: `invalid_payload`. */
            413: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. Code: `invalid_payload`. */
            415: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A rate limit is reached. Retry-After says when to try again. Code: `rate_limited`, `rate_limit_minute`, `rate_limit_day`. */
            429: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error on our side. You can send the request again. Code: `internal_error`. */
            500: {
                headers: {
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A database of the service can't be reached. Retry-After says when to try again. Code: `service_unavailable`. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "retry-after"?: number;
                    /** @description The same as `request_id` in the body. */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
