// Made by `npm run generate` from docs/schema; change the gateway, not this file.
export interface paths {
    "/api/v1/demand/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * State a demand
         * @description Accepted means durable. The same `Idempotency-Key` within 48 h: the same demand, and the same answer.
         */
        post: operations["submitDemand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a demand
         * @description Its user ends it. What was agreed before stands; only what still runs is stopped.
         */
        post: operations["cancelDemand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List demands, newest first
         * @description Private demands stand in the list of who may see them.
         */
        get: operations["listDemands"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at a demand
         * @description The demand as its log tells it.
         */
        get: operations["getDemand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened
         * @description The log, in order: for who cannot hold a stream open.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/negotiations/{demand_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a demand
         * @description Every event after the cursor, in order, each once. Reconnect with the last `id`, to any gateway.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{channel_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at a channel
         * @description `pending` until somebody is invited. A channel of a demand that one may not see is unknown.
         */
        get: operations["getChannel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search agents
         * @description With `q` those that fit best, each with the words by which it is in; without, the first by id.
         */
        get: operations["listAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at an agent
         * @description One of them.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my own agents
         * @description Those whose `user_id` is the caller's; nobody's for who is not signed in.
         */
        get: operations["listOwnAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}/attendance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Answer for an agent oneself
         * @description For 150 s; a page says so again every 20 s. Meanwhile invitations and plans wait for the person.
         *
         *     `waits_s`: how long, by this gateway's own settings; 0 = agents do not wait here, and nobody will be asked.
         */
        put: operations["attendAgent"];
        post?: never;
        /**
         * Let an agent answer by itself again
         * @description At once; what the person was asked before stays open until its own end.
         *
         *     Whoever leaves, leaves for all pages of this agent; a page that is still open says within 20 s again that it is
         *     there.
         */
        delete: operations["leaveAgent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an agent's person is asked
         * @description The most urgent first. What is answered, or over, is not in it any more.
         */
        get: operations["listQuestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}/questions/{question_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a question in person
         * @description The first answer counts; the same one again, its reply lost, is accepted again.
         */
        post: operations["answerQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an agent
         * @description One that is not there yet.
         */
        post: operations["addAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/agents/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or replace agents, a line each
         * @description Profiles as JSON Lines, up to 8 MiB. A line that is wrong is told with its number; the others count.
         */
        post: operations["importAgents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at all that is known of an agent
         * @description The whole profile.
         */
        get: operations["getProfile"];
        /**
         * Add or replace an agent
         * @description The whole profile anew.
         */
        put: operations["putAgent"];
        post?: never;
        /**
         * Remove an agent
         * @description It is invited no more; in what it takes part in now, it declines or withdraws.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what nobody could handle
         * @description Oldest first.
         */
        get: operations["listDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dead-letters/{letter_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a dead letter again
         * @description As if for the first time. A second time there is no such letter any more, unless it came back.
         */
        post: operations["resendDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what has not ended, oldest first
         * @description `stuck`: nothing was told of it for longer than any phase may take.
         */
        get: operations["listOpenChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/breaker": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at the model's breaker
         * @description As all workers see it.
         */
        get: operations["getBreaker"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/breaker/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close the model's breaker
         * @description The next question goes through.
         */
        post: operations["resetBreaker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I?
         * @description Who is signed in, and whether anybody can.
         */
        get: operations["whoAmI"];
        put?: never;
        /**
         * Sign in
         * @description A cookie that only this site's own pages send, and no script reads, for 12 h.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description The browser forgets the cookie.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Does it live?
         * @description It answers.
         */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can it do its work?
         * @description Without the broker it is ready: what is accepted waits in the store.
         */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What it counts, for Prometheus
         * @description The figures, with those that only the store knows as they are now, or as they were last seen.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
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
        /**
         * Accepted
         * @description A demand that was accepted, whatever happens. `understanding` is null when it was not there in time.
         */
        Accepted: {
            /** Demand Id */
            demand_id: string;
            /** Channel Id */
            channel_id: string;
            /**
             * Status
             * @default processing
             * @constant
             */
            status?: "processing";
            understanding?: components["schemas"]["Understanding"] | null;
            /**
             * Model
             * @enum {string}
             */
            model: "anthropic" | "simulated" | "scenario";
        };
        /**
         * AdjustmentSummary
         * @description What prompt 6 did to the plan (TW-506). `round` is set by the channel, whatever the model wrote.
         */
        AdjustmentSummary: {
            /**
             * Round
             * @default 1
             */
            round?: number;
            /**
             * Changes Made
             * @default []
             */
            changes_made?: components["schemas"]["Change"][];
            /**
             * Requests Addressed
             * @default []
             */
            requests_addressed?: string[];
            /**
             * Requests Declined
             * @default []
             */
            requests_declined?: components["schemas"]["DeclinedRequest"][];
        };
        /**
         * Agent
         * @description What a stranger may know of an agent: not whose it is, nor its price, days, limits and temper.
         */
        Agent: {
            /** Agent Id */
            agent_id: string;
            /** Display Name */
            display_name: string;
            /** Summary */
            summary: string;
            /** Capabilities */
            capabilities: string[];
            /** Tags */
            tags: string[];
            /** Location */
            location?: string | null;
            /** Languages */
            languages: string[];
            /** Remote */
            remote: boolean;
            /** Active */
            active: boolean;
        };
        /**
         * AgentHit
         * @description An agent in a list. `matched`: by which words of the search it is in.
         */
        AgentHit: {
            /** Agent Id */
            agent_id: string;
            /** Display Name */
            display_name: string;
            /** Summary */
            summary: string;
            /** Capabilities */
            capabilities: string[];
            /** Tags */
            tags: string[];
            /** Location */
            location?: string | null;
            /** Languages */
            languages: string[];
            /** Remote */
            remote: boolean;
            /** Active */
            active: boolean;
            /** Matched */
            matched?: string[] | null;
        };
        /**
         * Agents
         * @description Agents, best first when searched for, else by id. `total` of all there are.
         */
        Agents: {
            /** Items */
            items: components["schemas"]["AgentHit"][];
            /** Total */
            total: number;
        };
        /**
         * Assignment
         * @description One role and who holds it (TW-606). `required`: without it the plan is worth nothing (TWC-03).
         */
        Assignment: {
            /** Agent Id */
            agent_id: string;
            /**
             * Display Name
             * @default
             */
            display_name?: string;
            /** Role */
            role: string;
            /**
             * Responsibility
             * @default
             */
            responsibility?: string;
            /**
             * Dependencies
             * @default []
             */
            dependencies?: string[];
            /**
             * Is Confirmed
             * @default false
             */
            is_confirmed?: boolean;
            /**
             * Required
             * @default false
             */
            required?: boolean;
            /**
             * Notes
             * @default
             */
            notes?: string;
        };
        /**
         * Attendance
         * @description Until when an agent waits for its person, unless they say again that they are there.
         *
         *     `waits_s`: at most so many s for each answer; 0 = agents do not wait here.
         */
        Attendance: {
            /** Agent Id */
            agent_id: string;
            /**
             * Attended Until
             * Format: date-time
             */
            attended_until: string;
            /** Waits S */
            waits_s: number;
        };
        /**
         * BreakerState
         * @description The model's breaker. `state` is absent where the model has none; `until`: when the next probe may go.
         */
        BreakerState: {
            /**
             * Model
             * @enum {string}
             */
            model: "anthropic" | "simulated" | "scenario";
            /** State */
            state?: ("closed" | "open" | "half_open") | null;
            /** Failures */
            failures?: number | null;
            /** Until */
            until?: string | null;
        };
        /**
         * CanDo
         * @description What one agent could still do.
         */
        CanDo: {
            /** Agent Id */
            agent_id: string;
            /** Can */
            can: string;
        };
        /**
         * Cancelling
         * @description The order to cancel was accepted; `towow.demand.cancelled` tells when it had its effect.
         */
        Cancelling: {
            /** Demand Id */
            demand_id: string;
            /**
             * Status
             * @default cancelling
             * @constant
             */
            status?: "cancelling";
        };
        /**
         * CandidateView
         * @description Somebody invited: why, what they offered, what they said of the plans: the last word and all of them.
         */
        CandidateView: {
            /** Agent Id */
            agent_id: string;
            /** Display Name */
            display_name: string;
            /** Reason */
            reason: string;
            /** Relevance Score */
            relevance_score: number;
            /** Is Fallback */
            is_fallback: boolean;
            /** Offer */
            offer: {
                /**
                 * Fallback
                 * @default false
                 */
                fallback?: boolean;
                /** Offer Id */
                offer_id: string;
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /**
                 * Response Type
                 * @enum {string}
                 */
                response_type: "offer" | "negotiate";
                /**
                 * Decision
                 * @enum {string}
                 */
                decision: "participate" | "decline" | "conditional";
                /** Contribution */
                contribution?: string | null;
                /**
                 * Conditions
                 * @default []
                 */
                conditions?: string[];
                /**
                 * Negotiation Points
                 * @default []
                 */
                negotiation_points?: components["schemas"]["NegotiationPoint"][];
                /** Negotiation Summary */
                negotiation_summary?: string | null;
                /**
                 * Reasoning
                 * @default
                 */
                reasoning?: string;
                /** Decline Reason */
                decline_reason?: string | null;
                /** Confidence */
                confidence: number;
                /** Late */
                late?: boolean | null;
                /** Answered By */
                answered_by?: ("person" | "agent") | null;
            } | null;
            /** Feedback */
            feedback: {
                /**
                 * Fallback
                 * @default false
                 */
                fallback?: boolean;
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /**
                 * Feedback Type
                 * @enum {string}
                 */
                feedback_type: "accept" | "negotiate" | "reject" | "withdraw";
                /** Reasoning */
                reasoning: string;
                /** Adjustment Request */
                adjustment_request?: string | null;
                /**
                 * Concerns
                 * @default []
                 */
                concerns?: string[];
                /** Confidence */
                confidence: number;
                /** Round */
                round: number;
                /** Proposal Version */
                proposal_version: number;
                /** Answered By */
                answered_by?: ("person" | "agent") | null;
            } | null;
            /** Feedbacks */
            feedbacks: {
                /**
                 * Fallback
                 * @default false
                 */
                fallback?: boolean;
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /**
                 * Feedback Type
                 * @enum {string}
                 */
                feedback_type: "accept" | "negotiate" | "reject" | "withdraw";
                /** Reasoning */
                reasoning: string;
                /** Adjustment Request */
                adjustment_request?: string | null;
                /**
                 * Concerns
                 * @default []
                 */
                concerns?: string[];
                /** Confidence */
                confidence: number;
                /** Round */
                round: number;
                /** Proposal Version */
                proposal_version: number;
                /** Answered By */
                answered_by?: ("person" | "agent") | null;
            }[];
        };
        /**
         * Change
         * @description One thing an adjustment changed, and whose requests it met.
         */
        Change: {
            /** Aspect */
            aspect: string;
            /**
             * Before
             * @default
             */
            before?: string;
            /**
             * After
             * @default
             */
            after?: string;
            /**
             * Reason
             * @default
             */
            reason?: string;
            /**
             * Requested By
             * @default []
             */
            requested_by?: string[];
        };
        /**
         * Channel
         * @description A channel. `pending`: nobody is invited yet. `proposal_version` and `current_round` count from 1.
         *
         *     `feedback` and the counts: of the version under review. Who leaves says so last, and so counts as withdrawn.
         *     `last_state_check`: when it was last looked after. `processed_message_ids`: null, as the store alone knows them.
         */
        Channel: {
            /** Channel Id */
            channel_id: string;
            /** Demand Id */
            demand_id: string;
            /** Pending */
            pending: boolean;
            /**
             * Status
             * @enum {string}
             */
            status: "created" | "broadcasting" | "collecting" | "aggregating" | "proposal_sent" | "negotiating" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /** Demand Data */
            demand_data: {
                /**
                 * Fallback
                 * @default false
                 */
                fallback?: boolean;
                /** Surface Demand */
                surface_demand: string;
                deep_understanding: components["schemas"]["DeepUnderstanding"];
                /** Capability Tags */
                capability_tags: string[];
                context: components["schemas"]["DemandContext"];
                /**
                 * Confidence
                 * @enum {string}
                 */
                confidence: "high" | "medium" | "low";
            } | null;
            /** Candidates */
            candidates: {
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /** Reason */
                reason: string;
                /** Relevance Score */
                relevance_score: number;
                /**
                 * Is Fallback
                 * @default false
                 */
                is_fallback?: boolean;
            }[];
            /** Responses */
            responses: {
                [key: string]: {
                    /**
                     * Fallback
                     * @default false
                     */
                    fallback?: boolean;
                    /** Offer Id */
                    offer_id: string;
                    /** Agent Id */
                    agent_id: string;
                    /** Display Name */
                    display_name: string;
                    /**
                     * Response Type
                     * @enum {string}
                     */
                    response_type: "offer" | "negotiate";
                    /**
                     * Decision
                     * @enum {string}
                     */
                    decision: "participate" | "decline" | "conditional";
                    /** Contribution */
                    contribution?: string | null;
                    /**
                     * Conditions
                     * @default []
                     */
                    conditions?: string[];
                    /**
                     * Negotiation Points
                     * @default []
                     */
                    negotiation_points?: components["schemas"]["NegotiationPoint"][];
                    /** Negotiation Summary */
                    negotiation_summary?: string | null;
                    /**
                     * Reasoning
                     * @default
                     */
                    reasoning?: string;
                    /** Decline Reason */
                    decline_reason?: string | null;
                    /** Confidence */
                    confidence: number;
                    /** Late */
                    late?: boolean | null;
                    /** Answered By */
                    answered_by?: ("person" | "agent") | null;
                };
            };
            /** Expected Responses */
            expected_responses: string[];
            /** Current Proposal */
            current_proposal: {
                /** Summary */
                summary: string;
                /**
                 * Objective
                 * @default
                 */
                objective?: string;
                /**
                 * Assignments
                 * @default []
                 */
                assignments?: components["schemas"]["Assignment"][];
                /**
                 * @default {
                 *       "milestones": []
                 *     }
                 */
                timeline?: components["schemas"]["Timeline"];
                /**
                 * Rationale
                 * @default
                 */
                rationale?: string;
                /**
                 * Success Criteria
                 * @default []
                 */
                success_criteria?: string[];
                /**
                 * Risks
                 * @default []
                 */
                risks?: string[];
                /**
                 * Gaps
                 * @default []
                 */
                gaps?: components["schemas"]["Gap"][];
                /**
                 * Confidence
                 * @default medium
                 * @enum {string}
                 */
                confidence?: "high" | "medium" | "low";
                adjustment_summary?: components["schemas"]["AdjustmentSummary"] | null;
                /** Proposal Id */
                proposal_id: string;
                /** Demand Id */
                demand_id: string;
                /** Version */
                version: number;
                /**
                 * Round
                 * @default 1
                 */
                round?: number;
                /**
                 * Adjusted
                 * @default false
                 */
                adjusted?: boolean;
                /**
                 * Adjustment Failed
                 * @default false
                 */
                adjustment_failed?: boolean;
                /**
                 * Is Forced
                 * @default false
                 */
                is_forced?: boolean;
                /**
                 * Confirmed Participants
                 * @default []
                 */
                confirmed_participants?: string[];
                /**
                 * Optional Participants
                 * @default []
                 */
                optional_participants?: string[];
                /**
                 * Created At
                 * Format: date-time
                 */
                created_at: string;
            } | null;
            /** Proposal Version */
            proposal_version: number;
            /** Feedback */
            feedback: {
                [key: string]: {
                    /**
                     * Fallback
                     * @default false
                     */
                    fallback?: boolean;
                    /** Agent Id */
                    agent_id: string;
                    /** Display Name */
                    display_name: string;
                    /**
                     * Feedback Type
                     * @enum {string}
                     */
                    feedback_type: "accept" | "negotiate" | "reject" | "withdraw";
                    /** Reasoning */
                    reasoning: string;
                    /** Adjustment Request */
                    adjustment_request?: string | null;
                    /**
                     * Concerns
                     * @default []
                     */
                    concerns?: string[];
                    /** Confidence */
                    confidence: number;
                    /** Round */
                    round: number;
                    /** Proposal Version */
                    proposal_version: number;
                    /** Answered By */
                    answered_by?: ("person" | "agent") | null;
                };
            };
            /** Current Round */
            current_round: number;
            /** Max Rounds */
            max_rounds: number;
            /** Accept Count */
            accept_count: number;
            /** Reject Count */
            reject_count: number;
            /** Negotiate Count */
            negotiate_count: number;
            /** Withdraw Count */
            withdraw_count: number;
            /** Parent Channel Id */
            parent_channel_id?: string;
            /** Depth */
            depth: number;
            /** Subnet Ids */
            subnet_ids: string[];
            /** Created At */
            created_at: string;
            /** Last Updated At */
            last_updated_at: string;
            /** Processed Message Ids */
            processed_message_ids: null;
            /** Last State Check */
            last_state_check: string;
            /** Recovery Attempts */
            recovery_attempts: number;
            /** Max Recovery Attempts */
            max_recovery_attempts: number;
        };
        /**
         * ChannelPart
         * @description What a view holds of one channel, the demand's own or a subnet's. `round` and `max_rounds`: 0 = not known yet.
         */
        ChannelPart: {
            /** Channel Id */
            channel_id: string;
            /**
             * Status
             * @enum {string}
             */
            status: "processing" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /**
             * Phase
             * @enum {string}
             */
            phase: "understanding" | "filtering" | "collecting" | "aggregating" | "negotiating" | "adjusting" | "after" | "closed";
            /**
             * Channel Status
             * @enum {string}
             */
            channel_status: "created" | "broadcasting" | "collecting" | "aggregating" | "proposal_sent" | "negotiating" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /** Depth */
            depth: number;
            /** Parent Channel Id */
            parent_channel_id?: string;
            /** Created At */
            created_at: string;
            /** Updated At */
            updated_at: string;
            /** Deadline */
            deadline?: string;
            /** Understanding */
            understanding: {
                /**
                 * Fallback
                 * @default false
                 */
                fallback?: boolean;
                /** Surface Demand */
                surface_demand: string;
                deep_understanding: components["schemas"]["DeepUnderstanding"];
                /** Capability Tags */
                capability_tags: string[];
                context: components["schemas"]["DemandContext"];
                /**
                 * Confidence
                 * @enum {string}
                 */
                confidence: "high" | "medium" | "low";
            } | null;
            /** Candidates */
            candidates: components["schemas"]["CandidateView"][];
            /** Proposal */
            proposal: {
                /** Summary */
                summary: string;
                /**
                 * Objective
                 * @default
                 */
                objective?: string;
                /**
                 * Assignments
                 * @default []
                 */
                assignments?: components["schemas"]["Assignment"][];
                /**
                 * @default {
                 *       "milestones": []
                 *     }
                 */
                timeline?: components["schemas"]["Timeline"];
                /**
                 * Rationale
                 * @default
                 */
                rationale?: string;
                /**
                 * Success Criteria
                 * @default []
                 */
                success_criteria?: string[];
                /**
                 * Risks
                 * @default []
                 */
                risks?: string[];
                /**
                 * Gaps
                 * @default []
                 */
                gaps?: components["schemas"]["Gap"][];
                /**
                 * Confidence
                 * @default medium
                 * @enum {string}
                 */
                confidence?: "high" | "medium" | "low";
                adjustment_summary?: components["schemas"]["AdjustmentSummary"] | null;
                /** Proposal Id */
                proposal_id: string;
                /** Demand Id */
                demand_id: string;
                /** Version */
                version: number;
                /**
                 * Round
                 * @default 1
                 */
                round?: number;
                /**
                 * Adjusted
                 * @default false
                 */
                adjusted?: boolean;
                /**
                 * Adjustment Failed
                 * @default false
                 */
                adjustment_failed?: boolean;
                /**
                 * Is Forced
                 * @default false
                 */
                is_forced?: boolean;
                /**
                 * Confirmed Participants
                 * @default []
                 */
                confirmed_participants?: string[];
                /**
                 * Optional Participants
                 * @default []
                 */
                optional_participants?: string[];
                /**
                 * Created At
                 * Format: date-time
                 */
                created_at: string;
            } | null;
            review: components["schemas"]["ReviewView"] | null;
            /** Round */
            round: number;
            /** Max Rounds */
            max_rounds: number;
            /** Evaluations */
            evaluations: {
                /** Round */
                round: number;
                /** Proposal Version */
                proposal_version: number;
                /** Sent */
                sent: number;
                /** Answered */
                answered: number;
                /** Silent */
                silent: number;
                /** Accepts */
                accepts: number;
                /** Rejects */
                rejects: number;
                /** Negotiates */
                negotiates: number;
                /** Withdraws */
                withdraws: number;
                /** Accept Rate */
                accept_rate: number | null;
                /**
                 * Decision
                 * @enum {string}
                 */
                decision: "finalize" | "renegotiate" | "force_finalize" | "fail";
                /** Rule */
                rule: number;
            }[];
            /** Bargains */
            bargains: {
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /** Bargain Type */
                bargain_type: string;
                /** Content */
                content: string;
                /** Current Value */
                current_value?: string | null;
                /** Desired Value */
                desired_value?: string | null;
                /** Round */
                round: number;
            }[];
            /** Withdrawn */
            withdrawn: {
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /** Reason */
                reason: string;
                /** Round */
                round: number;
            }[];
            outcome: components["schemas"]["OutcomeView"] | null;
        };
        /**
         * Check
         * @description One thing a gateway needs, and whether it is there.
         */
        Check: {
            /**
             * Name
             * @enum {string}
             */
            name: "store" | "functions" | "broker" | "breaker" | "registry";
            /** Ok */
            ok: boolean;
            /** Detail */
            detail: string;
        };
        /**
         * CostView
         * @description What it cost so far: paid calls, tokens, US dollars; with the last event also the totals.
         */
        CostView: {
            /** Calls */
            calls: number;
            /** Tokens */
            tokens: number;
            /** Usd */
            usd: number;
            /** Totals */
            totals?: {
                /** Model Calls */
                model_calls: number;
                /** Fallback Calls */
                fallback_calls: number;
                /** Input Tokens */
                input_tokens: number;
                /** Output Tokens */
                output_tokens: number;
                /** Cost Usd */
                cost_usd: number;
                /** Duration Ms */
                duration_ms: number;
            };
        };
        /**
         * DeclinedRequest
         * @description A request that the adjustment did not meet, and why.
         */
        DeclinedRequest: {
            /** Request */
            request: string;
            /**
             * Reason
             * @default
             */
            reason?: string;
        };
        /**
         * DeepUnderstanding
         * @description What lies behind the words: why somebody wants it, and how they would like it to be.
         */
        DeepUnderstanding: {
            /**
             * Motivation
             * @default
             */
            motivation?: string;
            /**
             * Likely Preferences
             * @default []
             */
            likely_preferences?: string[];
            /** Emotional Context */
            emotional_context?: string | null;
        };
        /**
         * DemandContext
         * @description Where, how many people, when, and for how much; only what the demand says.
         */
        DemandContext: {
            /** Location */
            location?: string | null;
            /** Expected Attendees */
            expected_attendees?: number | null;
            /** Date */
            date?: string | null;
            /** Budget */
            budget?: string | null;
        };
        /**
         * DemandItem
         * @description One line of the list. `surface_demand` is absent until it is understood, `closed_at` until it is closed.
         *
         *     `raw_input`: how its own words begin, while there is no `surface_demand`. `follows`: what it takes up again.
         */
        DemandItem: {
            /** Demand Id */
            demand_id: string;
            /** Channel Id */
            channel_id: string;
            /**
             * Status
             * @enum {string}
             */
            status: "processing" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /** Surface Demand */
            surface_demand?: string;
            /** Raw Input */
            raw_input?: string;
            /** Follows */
            follows?: string;
            /** User Id */
            user_id: string;
            /** Created At */
            created_at: string;
            /** Closed At */
            closed_at?: string;
            /** Round */
            round: number;
        };
        /**
         * DemandView
         * @description A demand as its log tells it up to the event `last_seq`. `gaps`: what was found missing after the outcome.
         *
         *     `follows`: the demand that this one takes up again.
         */
        DemandView: {
            /** Channel Id */
            channel_id: string;
            /**
             * Status
             * @enum {string}
             */
            status: "processing" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /**
             * Phase
             * @enum {string}
             */
            phase: "understanding" | "filtering" | "collecting" | "aggregating" | "negotiating" | "adjusting" | "after" | "closed";
            /**
             * Channel Status
             * @enum {string}
             */
            channel_status: "created" | "broadcasting" | "collecting" | "aggregating" | "proposal_sent" | "negotiating" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /** Depth */
            depth: number;
            /** Parent Channel Id */
            parent_channel_id?: string;
            /** Created At */
            created_at: string;
            /** Updated At */
            updated_at: string;
            /** Deadline */
            deadline?: string;
            /** Understanding */
            understanding: {
                /**
                 * Fallback
                 * @default false
                 */
                fallback?: boolean;
                /** Surface Demand */
                surface_demand: string;
                deep_understanding: components["schemas"]["DeepUnderstanding"];
                /** Capability Tags */
                capability_tags: string[];
                context: components["schemas"]["DemandContext"];
                /**
                 * Confidence
                 * @enum {string}
                 */
                confidence: "high" | "medium" | "low";
            } | null;
            /** Candidates */
            candidates: components["schemas"]["CandidateView"][];
            /** Proposal */
            proposal: {
                /** Summary */
                summary: string;
                /**
                 * Objective
                 * @default
                 */
                objective?: string;
                /**
                 * Assignments
                 * @default []
                 */
                assignments?: components["schemas"]["Assignment"][];
                /**
                 * @default {
                 *       "milestones": []
                 *     }
                 */
                timeline?: components["schemas"]["Timeline"];
                /**
                 * Rationale
                 * @default
                 */
                rationale?: string;
                /**
                 * Success Criteria
                 * @default []
                 */
                success_criteria?: string[];
                /**
                 * Risks
                 * @default []
                 */
                risks?: string[];
                /**
                 * Gaps
                 * @default []
                 */
                gaps?: components["schemas"]["Gap"][];
                /**
                 * Confidence
                 * @default medium
                 * @enum {string}
                 */
                confidence?: "high" | "medium" | "low";
                adjustment_summary?: components["schemas"]["AdjustmentSummary"] | null;
                /** Proposal Id */
                proposal_id: string;
                /** Demand Id */
                demand_id: string;
                /** Version */
                version: number;
                /**
                 * Round
                 * @default 1
                 */
                round?: number;
                /**
                 * Adjusted
                 * @default false
                 */
                adjusted?: boolean;
                /**
                 * Adjustment Failed
                 * @default false
                 */
                adjustment_failed?: boolean;
                /**
                 * Is Forced
                 * @default false
                 */
                is_forced?: boolean;
                /**
                 * Confirmed Participants
                 * @default []
                 */
                confirmed_participants?: string[];
                /**
                 * Optional Participants
                 * @default []
                 */
                optional_participants?: string[];
                /**
                 * Created At
                 * Format: date-time
                 */
                created_at: string;
            } | null;
            review: components["schemas"]["ReviewView"] | null;
            /** Round */
            round: number;
            /** Max Rounds */
            max_rounds: number;
            /** Evaluations */
            evaluations: {
                /** Round */
                round: number;
                /** Proposal Version */
                proposal_version: number;
                /** Sent */
                sent: number;
                /** Answered */
                answered: number;
                /** Silent */
                silent: number;
                /** Accepts */
                accepts: number;
                /** Rejects */
                rejects: number;
                /** Negotiates */
                negotiates: number;
                /** Withdraws */
                withdraws: number;
                /** Accept Rate */
                accept_rate: number | null;
                /**
                 * Decision
                 * @enum {string}
                 */
                decision: "finalize" | "renegotiate" | "force_finalize" | "fail";
                /** Rule */
                rule: number;
            }[];
            /** Bargains */
            bargains: {
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /** Bargain Type */
                bargain_type: string;
                /** Content */
                content: string;
                /** Current Value */
                current_value?: string | null;
                /** Desired Value */
                desired_value?: string | null;
                /** Round */
                round: number;
            }[];
            /** Withdrawn */
            withdrawn: {
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /** Reason */
                reason: string;
                /** Round */
                round: number;
            }[];
            outcome: components["schemas"]["OutcomeView"] | null;
            /** Demand Id */
            demand_id: string;
            /** Raw Input */
            raw_input: string;
            /** User Id */
            user_id: string;
            /**
             * Visibility
             * @enum {string}
             */
            visibility: "public" | "private";
            /**
             * Language
             * @enum {string}
             */
            language: "zh" | "en";
            /** Today */
            today: string;
            /** Timezone */
            timezone: string;
            /**
             * Model
             * @enum {string}
             */
            model: "anthropic" | "simulated" | "scenario";
            /** Limits */
            limits: {
                /**
                 * Max Rounds
                 * @default 5
                 */
                max_rounds?: number;
                /**
                 * Budget Tokens
                 * @default 300000
                 */
                budget_tokens?: number;
            };
            /** Follows */
            follows?: string;
            /** Gaps */
            gaps: {
                /** Gap Type */
                gap_type: string;
                /** Importance */
                importance: number;
                /**
                 * Reason
                 * @default
                 */
                reason?: string;
                /**
                 * Suggested Capability Tags
                 * @default []
                 */
                suggested_capability_tags?: string[];
            }[];
            /** Is Complete */
            is_complete?: boolean;
            /** Subnets */
            subnets: components["schemas"]["SubnetView"][];
            cost: components["schemas"]["CostView"];
            /** DemandCancelled */
            cancelled?: {
                /** Cancelled By */
                cancelled_by: string;
                /** Reason */
                reason?: string | null;
            };
            /** Closed At */
            closed_at?: string;
            /** Last Seq */
            last_seq: number;
        };
        /**
         * EventEntry
         * @description An event as it is on the wire (INTERFACES § 2); its payload is described in docs/schema/events.json.
         */
        EventEntry: {
            /** Seq */
            seq: number;
            /** Event Id */
            event_id: string;
            /** Event Type */
            event_type: string;
            /** Timestamp */
            timestamp: string;
            /** Payload */
            payload: {
                [key: string]: unknown;
            };
        };
        /**
         * Events
         * @description A part of a log. `last_seq`: that of its last event, or what was asked for; `closed`: no more will ever come.
         */
        Events: {
            /** Events */
            events: components["schemas"]["EventEntry"][];
            /** Last Seq */
            last_seq: number;
            /** Closed */
            closed: boolean;
        };
        /**
         * Gap
         * @description Something the plan still lacks (TW-609). `importance` is 0–100; 60 and more may open a subnet.
         */
        Gap: {
            /** Gap Type */
            gap_type: string;
            /** Importance */
            importance: number;
            /**
             * Reason
             * @default
             */
            reason?: string;
            /**
             * Suggested Capability Tags
             * @default []
             */
            suggested_capability_tags?: string[];
        };
        /**
         * Imported
         * @description What an import did (INTERFACES § 3). Every line that is not blank counts once.
         */
        Imported: {
            /**
             * Imported
             * @default 0
             */
            imported?: number;
            /**
             * Updated
             * @default 0
             */
            updated?: number;
            /**
             * Rejected
             * @default 0
             */
            rejected?: number;
            /**
             * Errors
             * @default []
             */
            errors?: components["schemas"]["LineError"][];
        };
        /**
         * Letter
         * @description A dead letter. Of a message that cannot be read nobody knows who wrote to whom.
         */
        Letter: {
            /** Id */
            id: string;
            /** Queue */
            queue: string;
            /** Message Type */
            message_type: string;
            /** Reason */
            reason: string;
            /** Error */
            error: string;
            /** Attempts */
            attempts: number;
            /** First Seen */
            first_seen: string;
            /** Sender */
            sender: string | null;
            /** Recipient */
            recipient: string | null;
            /** Demand Id */
            demand_id: string | null;
        };
        /**
         * Letters
         * @description Dead letters, oldest first. `total` of all there are.
         */
        Letters: {
            /** Items */
            items: components["schemas"]["Letter"][];
            /** Total */
            total: number;
        };
        /**
         * LineError
         * @description Why one line (from 1) was refused.
         */
        LineError: {
            /** File */
            file: string;
            /** Line */
            line: number;
            /** Error */
            error: string;
        };
        /**
         * Milestone
         * @description A step of the plan. `date` is `YYYY-MM-DD` or None, `label` what people call the moment.
         */
        Milestone: {
            /** Name */
            name: string;
            /** Date */
            date?: string | null;
            /**
             * Label
             * @default
             */
            label?: string;
        };
        /**
         * NegotiationPoint
         * @description One thing an agent wants changed before it joins.
         */
        NegotiationPoint: {
            /** Aspect */
            aspect: string;
            /**
             * Current Value
             * @default
             */
            current_value?: string;
            /**
             * Desired Value
             * @default
             */
            desired_value?: string;
            /**
             * Reason
             * @default
             */
            reason?: string;
        };
        /**
         * Offer
         * @description An agent's answer to an invitation, as the channel keeps it. `confidence` is 0–100.
         *
         *     `late`: it came after its collecting phase. `fallback`: no model answered for it.
         */
        Offer: {
            /** Offer Id */
            offer_id: string;
            /** Agent Id */
            agent_id: string;
            /** Display Name */
            display_name: string;
            /** Demand Id */
            demand_id: string;
            /**
             * Response Type
             * @default offer
             * @enum {string}
             */
            response_type?: "offer" | "negotiate";
            /**
             * Decision
             * @enum {string}
             */
            decision: "participate" | "decline" | "conditional";
            /** Contribution */
            contribution?: string | null;
            /**
             * Conditions
             * @default []
             */
            conditions?: string[];
            /**
             * Negotiation Points
             * @default []
             */
            negotiation_points?: components["schemas"]["NegotiationPoint"][];
            /**
             * Reasoning
             * @default
             */
            reasoning?: string;
            /** Decline Reason */
            decline_reason?: string | null;
            /**
             * Confidence
             * @default 0
             */
            confidence?: number;
            /**
             * Fallback
             * @default false
             */
            fallback?: boolean;
            /**
             * Late
             * @default false
             */
            late?: boolean;
            /**
             * Submitted At
             * Format: date-time
             */
            submitted_at: string;
        };
        /**
         * OpenChannel
         * @description A demand that has not ended. `stuck`: nothing was told of it for longer than any phase may take.
         */
        OpenChannel: {
            /** Demand Id */
            demand_id: string;
            /** Channel Id */
            channel_id: string;
            /** User Id */
            user_id: string;
            /** Phase */
            phase: string;
            /** Status */
            status: string;
            /** Round */
            round: number;
            /** Age S */
            age_s: number;
            /** Idle S */
            idle_s: number;
            /** Stuck */
            stuck: boolean;
        };
        /**
         * OpenChannels
         * @description Open demands, oldest first. `total` of all that are open.
         */
        OpenChannels: {
            /** Items */
            items: components["schemas"]["OpenChannel"][];
            /** Total */
            total: number;
        };
        /**
         * OutcomeView
         * @description What came out, as it was told. What became of the plan later (a subnet, somebody leaving) is in `proposal`.
         */
        OutcomeView: {
            /**
             * Status
             * @enum {string}
             */
            status: "finalized" | "force_finalized" | "failed" | "cancelled";
            /** Fallback */
            fallback?: boolean;
            /** Rounds Taken */
            rounds_taken?: number;
            /** Summary */
            summary?: string;
            /** Confirmed Participants */
            confirmed_participants?: string[];
            /** Optional Participants */
            optional_participants?: string[];
            /**
             * Reason
             * @enum {string}
             */
            reason?: "low_acceptance" | "no_participants" | "timeout" | "max_rounds_exceeded";
            /**
             * Detail
             * @enum {string}
             */
            detail?: "all_declined" | "no_active_agents" | "no_response" | "no_feedback" | "majority_left" | "all_left" | "max_recovery_attempts" | "model_unavailable" | "budget";
            /**
             * Error Code
             * @enum {string}
             */
            error_code?: "E005" | "E006";
            /** Accept Rate */
            accept_rate?: number | null;
            /** Compromise Suggestion */
            compromise_suggestion?: string;
            /** CompromiseProposal */
            compromise_proposal?: {
                /**
                 * Feasible
                 * @default false
                 */
                feasible?: boolean;
                /**
                 * Participants
                 * @default []
                 */
                participants?: components["schemas"]["CanDo"][];
                /**
                 * Missing
                 * @default []
                 */
                missing?: string[];
                /**
                 * Relax
                 * @default []
                 */
                relax?: components["schemas"]["Relaxation"][];
                /**
                 * Alternatives
                 * @default []
                 */
                alternatives?: string[];
            };
        };
        /**
         * OwnAgents
         * @description The agents of whoever asks, by id.
         */
        OwnAgents: {
            /** Items */
            items: components["schemas"]["Agent"][];
        };
        /**
         * Page
         * @description A page of demands, newest first. `next`: the `before` of the page that follows, absent on the last one.
         */
        Page: {
            /** Items */
            items?: components["schemas"]["DemandItem"][];
            /** Next */
            next?: string;
        };
        /**
         * Profile
         * @description One represented person.
         *
         *     `price` is what taking part costs in yuan (0 = free), `capacity` the most people it can serve, `free_dates` the
         *     days it can (empty = any), `busy_weekdays` 0 = Monday … 6; `temperament` is one word.
         */
        Profile: {
            /** Agent Id */
            agent_id: string;
            /** Display Name */
            display_name: string;
            /** User Id */
            user_id?: string | null;
            /**
             * Summary
             * @default
             */
            summary?: string;
            /**
             * Capabilities
             * @default []
             */
            capabilities?: string[];
            /**
             * Tags
             * @default []
             */
            tags?: string[];
            /** Location */
            location?: string | null;
            /**
             * Languages
             * @default []
             */
            languages?: string[];
            /**
             * Remote
             * @default false
             */
            remote?: boolean;
            /** Price */
            price?: number | null;
            /** Capacity */
            capacity?: number | null;
            /**
             * Free Dates
             * @default []
             */
            free_dates?: string[];
            /**
             * Busy Weekdays
             * @default []
             */
            busy_weekdays?: number[];
            /**
             * Interests
             * @default []
             */
            interests?: string[];
            /**
             * Constraints
             * @default []
             */
            constraints?: string[];
            /**
             * Temperament
             * @default even
             */
            temperament?: string;
            /**
             * Active
             * @default true
             */
            active?: boolean;
        };
        /**
         * Proposal
         * @description A plan of a channel (TW-605, TW-608). `version` counts from 1, also over merges (TWC-33).
         */
        Proposal: {
            /** Summary */
            summary: string;
            /**
             * Objective
             * @default
             */
            objective?: string;
            /**
             * Assignments
             * @default []
             */
            assignments?: components["schemas"]["Assignment"][];
            /**
             * @default {
             *       "milestones": []
             *     }
             */
            timeline?: components["schemas"]["Timeline"];
            /**
             * Rationale
             * @default
             */
            rationale?: string;
            /**
             * Success Criteria
             * @default []
             */
            success_criteria?: string[];
            /**
             * Risks
             * @default []
             */
            risks?: string[];
            /**
             * Gaps
             * @default []
             */
            gaps?: components["schemas"]["Gap"][];
            /**
             * Confidence
             * @default medium
             * @enum {string}
             */
            confidence?: "high" | "medium" | "low";
            adjustment_summary?: components["schemas"]["AdjustmentSummary"] | null;
            /** Proposal Id */
            proposal_id: string;
            /** Demand Id */
            demand_id: string;
            /** Version */
            version: number;
            /**
             * Round
             * @default 1
             */
            round?: number;
            /**
             * Adjusted
             * @default false
             */
            adjusted?: boolean;
            /**
             * Adjustment Failed
             * @default false
             */
            adjustment_failed?: boolean;
            /**
             * Is Forced
             * @default false
             */
            is_forced?: boolean;
            /**
             * Confirmed Participants
             * @default []
             */
            confirmed_participants?: string[];
            /**
             * Optional Participants
             * @default []
             */
            optional_participants?: string[];
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
        };
        /**
         * Question
         * @description A question. `watchable`: whether who reads it may see the negotiation, too; a private one is its owner's.
         */
        Question: {
            /** Question Id */
            question_id: string;
            /** Agent Id */
            agent_id: string;
            /**
             * Kind
             * @enum {string}
             */
            kind: "invitation" | "review";
            /** Demand Id */
            demand_id: string;
            /** Channel Id */
            channel_id: string;
            /**
             * Language
             * @enum {string}
             */
            language: "zh" | "en";
            /** Surface Demand */
            surface_demand: string;
            /** Raw Input */
            raw_input?: string | null;
            /** Filter Reason */
            filter_reason?: string | null;
            /** Round */
            round: number;
            /** Max Rounds */
            max_rounds?: number | null;
            proposal?: components["schemas"]["Proposal"] | null;
            your_assignment?: components["schemas"]["Assignment"] | null;
            your_offer?: components["schemas"]["Offer"] | null;
            /**
             * Asked At
             * Format: date-time
             */
            asked_at: string;
            /**
             * Until
             * Format: date-time
             */
            until: string;
            /**
             * Answer By
             * Format: date-time
             */
            answer_by: string;
            /** Watchable */
            watchable: boolean;
        };
        /**
         * Questions
         * @description What an agent's person can answer `now`, by the clock of every `until`; the person's own may differ.
         *
         *     `attended_until` is absent while nobody attends it.
         */
        Questions: {
            /** Agent Id */
            agent_id: string;
            /**
             * Now
             * Format: date-time
             */
            now: string;
            /** Attended Until */
            attended_until?: string | null;
            /** Items */
            items: components["schemas"]["Question"][];
        };
        /**
         * Readiness
         * @description Whether this gateway can do its work.
         */
        Readiness: {
            /** Ready */
            ready: boolean;
            /**
             * Mode
             * @enum {string}
             */
            mode: "embedded" | "distributed";
            /**
             * Model
             * @enum {string}
             */
            model: "anthropic" | "simulated" | "scenario";
            /** Checks */
            checks: components["schemas"]["Check"][];
        };
        /**
         * Relaxation
         * @description One thing to relax, and the whole demand as it would then read, ready to be submitted.
         */
        Relaxation: {
            /** Aspect */
            aspect: string;
            /**
             * From
             * @default
             */
            from?: string;
            /**
             * To
             * @default
             */
            to?: string;
            /** Raw Input */
            raw_input: string;
        };
        /**
         * Resent
         * @description A dead letter that will be sent again.
         */
        Resent: {
            /** Id */
            id: string;
            /**
             * Status
             * @default resent
             * @constant
             */
            status?: "resent";
        };
        /**
         * ReviewView
         * @description Which plan version is, or was last, under review: who got it (`sent_to`), was asked the last time, has answered.
         *
         *     What they answered is the `feedback` of the candidate. A withdraw counts for the version that is out when it comes.
         */
        ReviewView: {
            /** Version */
            version: number;
            /** Round */
            round: number;
            /** Sent To */
            sent_to: string[];
            /** Asked */
            asked: string[];
            /** Answered */
            answered: string[];
            /** Resent */
            resent: boolean;
        };
        /**
         * Session
         * @description Who is signed in, and may administer. `sign_in`: whether anybody can sign in here.
         */
        Session: {
            /** User Id */
            user_id: string | null;
            /** Admin */
            admin: boolean;
            /** Sign In */
            sign_in: boolean;
        };
        /**
         * SubnetView
         * @description A part that is negotiated on its own: for which gap, how it ended, whom it found, and its channel.
         */
        SubnetView: {
            /** Sub Demand Id */
            sub_demand_id: string;
            /** Sub Channel Id */
            sub_channel_id: string;
            /** Gap Type */
            gap_type: string;
            /** Sub Demand */
            sub_demand: string;
            /** Depth */
            depth: number;
            /** Fallback */
            fallback: boolean;
            /**
             * Status
             * @enum {string}
             */
            status: "processing" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /** Participants */
            participants: string[];
            channel: components["schemas"]["ChannelPart"];
        };
        /**
         * Telling
         * @description A person's answer that was accepted; the event that follows is marked `answered_by: person`.
         */
        Telling: {
            /** Question Id */
            question_id: string;
            /**
             * Status
             * @default telling
             * @constant
             */
            status?: "telling";
        };
        /**
         * Timeline
         * @description When it starts and what must be done by when (TW-607).
         */
        Timeline: {
            /** Start Date */
            start_date?: string | null;
            /**
             * Milestones
             * @default []
             */
            milestones?: components["schemas"]["Milestone"][];
        };
        /**
         * Understanding
         * @description What a demand means. `fallback` when no model said so: its own words.
         */
        Understanding: {
            /** Surface Demand */
            surface_demand: string;
            /**
             * @default {
             *       "motivation": "",
             *       "likely_preferences": []
             *     }
             */
            deep_understanding?: components["schemas"]["DeepUnderstanding"];
            /**
             * Capability Tags
             * @default []
             */
            capability_tags?: string[];
            /** @default {} */
            context?: components["schemas"]["DemandContext"];
            /**
             * Confidence
             * @default medium
             * @enum {string}
             */
            confidence?: "high" | "medium" | "low";
            /** Fallback */
            fallback?: true | null;
        };
        /**
         * Usage
         * @description Model calls that were paid, tokens read and written, and their price in US dollars.
         */
        Usage: {
            /**
             * Calls
             * @default 0
             */
            calls?: number;
            /**
             * Input Tokens
             * @default 0
             */
            input_tokens?: number;
            /**
             * Output Tokens
             * @default 0
             */
            output_tokens?: number;
            /**
             * Cost Usd
             * @default 0
             */
            cost_usd?: number;
        };
        /**
         * CancelBody
         * @description Why it is no longer wanted.
         */
        CancelBody: {
            /**
             * Reason
             * @default null
             */
            reason?: string | null;
        };
        /**
         * Conflict
         * @description With what a request conflicts: the demand or agent `id`, and how it is now.
         */
        Conflict: {
            /** Id */
            id: string;
            /** Status */
            status: string;
        };
        /**
         * DemandBody
         * @description A demand in a person's own words. `visibility`: who may see it. `follows`: the demand that it takes up again.
         */
        DemandBody: {
            /** Raw Input */
            raw_input: string;
            /** User Id */
            user_id: string;
            /**
             * Visibility
             * @description default: as the gateway is set, and private when `follows` names a private demand
             * @default null
             */
            visibility?: ("public" | "private") | null;
            /**
             * Follows
             * @description the id of a demand that the sender may see
             * @default null
             */
            follows?: string | null;
        };
        /**
         * InvitationAnswer
         * @description A person's answer to an invitation. A `conditional` one names a condition, or a point to negotiate.
         */
        InvitationAnswer: {
            /**
             * Decision
             * @enum {string}
             */
            decision: "participate" | "decline" | "conditional";
            /**
             * Contribution
             * @default null
             */
            contribution?: string | null;
            /**
             * Negotiation Points
             * @default []
             */
            negotiation_points?: components["schemas"]["Wish"][];
            /**
             * Conditions
             * @default []
             */
            conditions?: string[];
            /**
             * Decline Reason
             * @default null
             */
            decline_reason?: string | null;
            /**
             * Reasoning
             * @default
             */
            reasoning?: string;
        };
        /**
         * Problem
         * @description What is wrong with one field of a request.
         */
        Problem: {
            /** Field */
            field: string;
            /** Problem */
            problem: string;
        };
        /**
         * Refusal
         * @description Every answer that is not 2xx. `details` of E001: in words, or field by field; of E014: with what it conflicts.
         */
        Refusal: {
            /** Error Code */
            error_code: string;
            /** Message */
            message: string;
            /** Details */
            details: string | components["schemas"]["Problem"][] | components["schemas"]["Conflict"];
        };
        /**
         * ReviewAnswer
         * @description A person's answer to a plan. Unlike a model's, a word that is no feedback type is refused.
         */
        ReviewAnswer: {
            /**
             * Feedback Type
             * @enum {string}
             */
            feedback_type: "accept" | "negotiate" | "reject" | "withdraw";
            /**
             * Adjustment Request
             * @default null
             */
            adjustment_request?: string | null;
            /**
             * Concerns
             * @default []
             */
            concerns?: string[];
            /**
             * Reasoning
             * @default
             */
            reasoning?: string;
        };
        /**
         * SessionBody
         * @description The key to sign in with.
         */
        SessionBody: {
            /** Key */
            key: string;
        };
        /**
         * Wish
         * @description One thing that the person wants changed before they join.
         */
        Wish: {
            /** Aspect */
            aspect: string;
            /**
             * Current Value
             * @default
             */
            current_value?: string;
            /**
             * Desired Value
             * @default
             */
            desired_value?: string;
            /**
             * Reason
             * @default
             */
            reason?: string;
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
    submitDemand: {
        parameters: {
            query?: {
                /** @description s to wait for the understanding */
                wait_s?: number;
            };
            header?: {
                "Idempotency-Key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "raw_input": "我想在北京办一场AI主题聚会，需要场地和嘉宾",
                 *       "user_id": "user_alice"
                 *     }
                 */
                "application/json": components["schemas"]["DemandBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E015: this Idempotency-Key was used with another body */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    cancelDemand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["CancelBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cancelling"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    listDemands: {
        parameters: {
            query?: {
                /** @description only this user's */
                user_id?: string | null;
                status?: ("processing" | "finalized" | "force_finalized" | "failed" | "cancelled") | null;
                /** @description only what takes up this demand */
                follows?: string | null;
                /** @description at most so many */
                limit?: number;
                /** @description `next` of the page before */
                before?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getDemand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemandView"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description the seq behind which to begin */
                after?: number;
                /** @description at most so many */
                limit?: number;
            };
            header?: never;
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Events"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description the id of the last event that one has */
                after?: string | null;
            };
            header?: {
                /** @description the same; beats `after` */
                "Last-Event-ID"?: string | null;
            };
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description frames of `id`, `event`, `data`, up to `towow.demand.closed` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description nothing will ever come: that was the last event */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E007: no such channel */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description words to search for */
                q?: string;
                /** @description at most so many */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agents"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    listOwnAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnAgents"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    attendAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attendance"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    leaveAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    listQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Questions"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    answerQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
                question_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationAnswer"] | components["schemas"]["ReviewAnswer"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Telling"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E019: not found; E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    addAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agent_id": "agent_bob",
                 *       "display_name": "Bob",
                 *       "capabilities": [
                 *         "场地提供"
                 *       ],
                 *       "location": "北京"
                 *     }
                 */
                "application/json": components["schemas"]["Profile"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    importAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Imported"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    putAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agent_id": "agent_bob",
                 *       "display_name": "Bob",
                 *       "capabilities": [
                 *         "场地提供"
                 *       ],
                 *       "location": "北京"
                 *     }
                 */
                "application/json": components["schemas"]["Profile"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description It was new */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description at most so many */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Letters"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    resendDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                letter_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resent"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    listOpenChannels: {
        parameters: {
            query?: {
                /** @description at most so many */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenChannels"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getBreaker: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BreakerState"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    resetBreaker: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BreakerState"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    whoAmI: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "a-key-of-mine"
                 *     }
                 */
                "application/json": components["schemas"]["SessionBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: boolean;
                    };
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description the store, or its functions, are away */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
}
