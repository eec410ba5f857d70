// Made by `npm run generate` from docs/schema; change the gateway, not this file.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * AdjustmentSummary
         * @description What prompt 6 did to the plan (TW-506). `round` is set by the channel, whatever the model wrote.
         */
        AdjustmentSummary: {
            round: number;
            changes_made: components["schemas"]["Change"][];
            requests_addressed: string[];
            requests_declined: components["schemas"]["DeclinedRequest"][];
        };
        /**
         * AgentSkipped
         * @description Turn without a usable output, in the seed's shape (DL-146); `reason` says what happened.
         */
        AgentSkipped: {
            session_id: string;
            /** @constant */
            error: "agent_timeout";
            /** @enum {string} */
            agent: "planner" | "critic";
            round: number;
            /** @constant */
            action: "skip_agent";
            fallback: string;
            /** @enum {string} */
            reason: "agent_timeout" | "invalid_output" | "model_unavailable" | "budget" | "blocked" | "no_verdict";
            detail: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * AgentSpoke
         * @description Output of a discussant (DL-136).
         *
         *     Attributes:
         *         agent: Who speaks.
         *         round: Round of the output.
         *         output_type: Kind of the output.
         *         content: Main text.
         *         position: Position, with its changes.
         *         metadata: The output's metadata except the position: plan and answers, critique, or uncertainties.
         *         stance: Devil's advocate.
         *         fallback: Whether rules wrote it in place of the model.
         *         usage: What the turn cost.
         */
        AgentSpoke: {
            session_id: string;
            /** @enum {string} */
            agent: "planner" | "critic";
            round: number;
            /** @enum {string} */
            output_type: "position" | "plan" | "critique" | "report" | "control";
            content: string;
            position: components["schemas"]["Position"];
            metadata: {
                [key: string]: unknown;
            };
            /** @constant */
            stance?: "opposition";
            fallback?: boolean;
            usage: components["schemas"]["Usage"];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * AgentWithdrawn
         * @description Withdrawal of an agent (TW-214). After an agreement, `proposal` is the plan's next version, with the new gap.
         *
         *     Only then it has the fields of `PlanOutcome`.
         */
        AgentWithdrawn: {
            demand_id: string;
            channel_id: string;
            complete?: boolean;
            needs?: components["schemas"]["NeedOutcome"][];
            missing?: string[];
            agent_id: string;
            display_name: string;
            reason: string;
            round: number;
            proposal?: components["schemas"]["Proposal"];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * Assignment
         * @description One role and who holds it. `need`: the id of the need that it meets. `reserve`: the holder steps in only if another one cannot. `terms`: on which it is held.
         */
        Assignment: {
            agent_id: string;
            display_name: string;
            role: string;
            responsibility: string;
            dependencies: string[];
            is_confirmed: boolean;
            required: boolean;
            need?: string;
            reserve: boolean;
            terms?: components["schemas"]["Terms"];
            notes: string;
        };
        /**
         * BoardAnalysed
         * @description Candidates and danger, as an engine or an agent sees them now.
         */
        BoardAnalysed: {
            game_id: string;
            source: string;
            candidates: components["schemas"]["CandidateMove"][];
            threat_analysis?: components["schemas"]["ThreatAnalysis"];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * BoardReplaced
         * @description The game server's board differs from what was known by more than a move; it replaces what was known.
         */
        BoardReplaced: {
            game_id: string;
            plies: number;
            board: string[];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * Candidate
         * @description Agent chosen for a demand, with the reason and a relevance of 0–100.
         *
         *     `is_fallback` is true if no model chose it: then the best search hits or random agents are invited (TWC-18). `fits`:
         *     the needs that its profile meets; absent if the search compared none.
         */
        Candidate: {
            agent_id: string;
            display_name: string;
            reason: string;
            relevance_score: number;
            is_fallback: boolean;
            fits?: components["schemas"]["NeedFit"][];
        };
        /**
         * CandidateMove
         * @description Move that somebody recommends (GH-98).
         *
         *     Attributes:
         *         score: Expected result for the team: 0 lost, 0.5 balanced, 1 won.
         *         source: Origin: `engine` (best moves of a search), `evaluation` (a search after this move), `book`, or an agent.
         *         verified: Whether an engine computed the score; an agent's own is an opinion.
         *         proof: Result with best play, if it is proved.
         *         is_bound: Whether the score is an upper bound only.
         *         match: Similarity of the board with that of a book move, 1 for the same; absent for other moves.
         *         ply: Number of plies on the board that it was computed for.
         */
        CandidateMove: {
            x: number;
            y: number;
            score: number;
            source: string;
            reason: string;
            verified: boolean;
            /** @enum {string} */
            proof?: "won" | "drawn" | "lost";
            is_bound?: boolean;
            match?: number;
            ply: number;
        };
        /**
         * Change
         * @description One thing an adjustment changed, and whose requests it met; `terms` hold the new value, if they can.
         */
        Change: {
            aspect: string;
            before: string;
            after: string;
            reason: string;
            requested_by: string[];
            terms?: components["schemas"]["Terms"];
        };
        /**
         * ChannelCreated
         * @description Start of a channel (TW-203): the demand's own with `depth` 0, or a subnet's with its `parent_channel_id`.
         */
        ChannelCreated: {
            demand_id: string;
            channel_id: string;
            participants_count: number;
            invited_agents: string[];
            max_rounds: number;
            depth: number;
            parent_channel_id?: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * ChoiceOverruled
         * @description Choice of the team that an engine proves worse than another move, which is played in its place.
         */
        ChoiceOverruled: {
            game_id: string;
            /** @enum {string} */
            agent: "strategist" | "tactician" | "endgame_specialist";
            x: number;
            y: number;
            better_x: number;
            better_y: number;
            /** @enum {string} */
            problem: "loses" | "misses_win" | "misses_draw";
            detail: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * CompromiseProposal
         * @description The answer of prompt 9 (TW-509): whether anything is feasible now, with whom, what is missing.
         */
        CompromiseProposal: {
            feasible: boolean;
            participants: components["schemas"]["Contribution"][];
            missing: string[];
            relax: components["schemas"]["Relaxation"][];
            alternatives: string[];
        };
        /**
         * Condition
         * @description One condition in words, and what it is about.
         */
        Condition: {
            /** @enum {string} */
            kind: "food" | "end_time" | "deposit" | "notice" | "credit" | "recording" | "equipment" | "travel" | "payment" | "helper" | "outline" | "weather" | "safety" | "children" | "advertising" | "other";
            text: string;
        };
        /**
         * Constraints
         * @description Findings that the next turns must address, at most 5, and reasons that they must not repeat (DL-68).
         */
        Constraints: {
            must_address: string[];
            avoid: string[];
        };
        /**
         * Contribution
         * @description What one agent could still do.
         */
        Contribution: {
            agent_id: string;
            can: string;
        };
        /**
         * CorrelationCost
         * @description Cost of the correlation up to this event.
         */
        CorrelationCost: {
            /** @description model calls */
            calls: number;
            /** @description tokens read and written */
            tokens: number;
            /** @description US dollars */
            usd: number;
        };
        /**
         * DateOffset
         * @description Offset of a date; a missing key counts as 0.
         */
        DateOffset: {
            weeks?: number;
            days?: number;
        };
        /**
         * DecisionRefused
         * @description A request that cannot be decided, for example because its board contradicts its history.
         */
        DecisionRefused: {
            game_id: string;
            request_id: string;
            problem: string;
            detail: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * DecisionRequested
         * @description The team is asked for a move.
         *
         *     Attributes:
         *         ply: Number of that move, from 1.
         *         deadline: Instant at which it must be decided.
         *         history: All moves so far, as the game server gave them; absent in a game that we referee, whose log has them.
         */
        DecisionRequested: {
            game_id: string;
            request_id: string;
            ply: number;
            /** @enum {integer} */
            side: 1 | 2;
            /** Format: date-time */
            deadline: string;
            board: string[];
            history?: components["schemas"]["PlyRecord"][];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * DecisionSettled
         * @description End of a decision's delivery to the game server, or of a decision or delivery that a newer request replaces.
         */
        DecisionSettled: {
            game_id: string;
            request_id: string;
            /** @enum {string} */
            outcome: "delivered" | "expired" | "rejected" | "no_callback_url" | "superseded";
            attempts: number;
            detail: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * DeclinedRequest
         * @description A request that the adjustment did not meet, and why.
         */
        DeclinedRequest: {
            request: string;
            reason: string;
        };
        /**
         * DeepUnderstanding
         * @description What lies behind the words: why somebody wants it, and how they would like it to be.
         */
        DeepUnderstanding: {
            motivation: string;
            likely_preferences: string[];
            emotional_context?: string;
        };
        /**
         * DemandBroadcast
         * @description Invitations to the chosen agents, who answer before `deadline` (TW-204).
         */
        DemandBroadcast: {
            demand_id: string;
            channel_id: string;
            invited_agents: string[];
            /** Format: date-time */
            deadline: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * DemandCancelled
         * @description Cancellation by the requester (TWQ-07).
         */
        DemandCancelled: {
            demand_id: string;
            channel_id: string;
            cancelled_by: string;
            reason?: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * DemandClosed
         * @description End of a demand; the last event of every log.
         */
        DemandClosed: {
            demand_id: string;
            channel_id: string;
            /** @enum {string} */
            status: "finalized" | "force_finalized" | "failed" | "cancelled";
            rounds: number;
            totals: components["schemas"]["DemandTotals"];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * DemandContext
         * @description Where, how many people, when, and for how much; only what the demand says.
         */
        DemandContext: {
            location?: string;
            expected_attendees?: number;
            date?: string;
            budget?: string;
        };
        /**
         * DemandLimits
         * @description Limits that the demand states and a plan must keep; leave out the others.
         */
        DemandLimits: {
            place?: string;
            dates?: string[];
            weekdays?: number[];
            not_on?: string[];
            people?: components["schemas"]["PeopleRange"];
            budget?: components["schemas"]["Money"];
            language?: string;
            hours?: string;
        };
        /**
         * DemandRevised
         * @description Change of the understanding by the requester (`user`) or by the answer to a question.
         *
         *     `understanding` is the whole new one; `review_until`: as in `towow.demand.understood`. Without changes the requester
         *     keeps the time for them running; without `review_until` either, and no question open, they have ended it.
         */
        DemandRevised: {
            demand_id: string;
            channel_id: string;
            understanding: components["schemas"]["DemandUnderstanding"];
            changes: components["schemas"]["FieldChange"][];
            /** @enum {string} */
            changed_by: "user" | "answer";
            /** Format: date-time */
            review_until?: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * DemandSubmitted
         * @description Submission of a demand; the first event of every log. `follows`: the earlier demand that it takes up again.
         */
        DemandSubmitted: {
            demand_id: string;
            channel_id: string;
            raw_input: string;
            user_id: string;
            /** @enum {string} */
            visibility: "public" | "private";
            /** @enum {string} */
            language: "zh" | "en";
            today: string;
            timezone: string;
            /** @enum {string} */
            model: "anthropic" | "simulated" | "scenario";
            limits: components["schemas"]["Limits"];
            follows?: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * DemandTotals
         * @description Totals of a demand, subnets included: model calls, tokens, price in USD, and ms from submission to close.
         */
        DemandTotals: {
            model_calls: number;
            fallback_calls: number;
            input_tokens: number;
            output_tokens: number;
            cost_usd: number;
            duration_ms: number;
        };
        /**
         * DemandUnderstanding
         * @description The answer of prompt 1 (TW-501, INTERFACES § 6). Every content word of the demand belongs to exactly one part.
         *
         *     `limit_words` are the words that state `limits`; after a revision, only of those that stayed. `background` holds the
         *     words that only explain: the occasion, the reason, what the requester has already. `tone` is called `register` in
         *     JSON. `terms`: what the requester offers or requires beyond the limits, such as a rate of pay or when it ends.
         */
        DemandUnderstanding: {
            surface_demand: string;
            deep_understanding: components["schemas"]["DeepUnderstanding"];
            capability_tags: string[];
            context: components["schemas"]["DemandContext"];
            /** @enum {string} */
            confidence: "high" | "medium" | "low";
            needs: components["schemas"]["Need"][];
            limits: components["schemas"]["DemandLimits"];
            limit_words: components["schemas"]["LimitWords"][];
            preferences: string[];
            not_wanted: components["schemas"]["TextSpan"][];
            background: components["schemas"]["TextSpan"][];
            not_understood: components["schemas"]["TextSpan"][];
            /** @enum {string} */
            register: "festive" | "neutral" | "grave";
            title: string;
            terms?: components["schemas"]["Terms"];
            question?: components["schemas"]["UnderstandingQuestion"];
        };
        /**
         * DemandUnderstoodEvent
         * @description Understanding of the demand by the model (TW-201); the fields are those of `DemandUnderstanding`.
         *
         *     `review_until`: end of the time in which the requester can change it; absent if there is none (yet).
         */
        DemandUnderstoodEvent: {
            demand_id: string;
            channel_id: string;
            fallback: boolean;
            usage: components["schemas"]["Usage"];
            surface_demand: string;
            deep_understanding: components["schemas"]["DeepUnderstanding"];
            capability_tags: string[];
            context: components["schemas"]["DemandContext"];
            /** @enum {string} */
            confidence: "high" | "medium" | "low";
            needs: components["schemas"]["Need"][];
            limits: components["schemas"]["DemandLimits"];
            limit_words: components["schemas"]["LimitWords"][];
            preferences: string[];
            not_wanted: components["schemas"]["TextSpan"][];
            background: components["schemas"]["TextSpan"][];
            not_understood: components["schemas"]["TextSpan"][];
            /** @enum {string} */
            register: "festive" | "neutral" | "grave";
            title: string;
            terms?: components["schemas"]["Terms"];
            question?: components["schemas"]["UnderstandingQuestion"];
            /** Format: date-time */
            review_until?: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * Directive
         * @description Command to one agent beside the round's action, in the seed's shape (DL-118, DL-123).
         *
         *     `role`, `requirement` and `target` are those of a devil's advocate (`force_opposition`); `fallback` that of a skip.
         */
        Directive: {
            /** @enum {string} */
            action: "update_command" | "force_opposition" | "challenge" | "state_uncertainties" | "force_summary";
            /** @enum {string} */
            target_agent?: "host" | "planner" | "critic" | "reporter";
            /** @constant */
            role?: "devils_advocate";
            /** @enum {string} */
            target?: "planner" | "critic";
            reason: string;
            requirement: string;
        };
        /**
         * ErrorReported
         * @description Failure that does not end the session (a tool), or that does (DL-151).
         */
        ErrorReported: {
            session_id: string;
            error: string;
            message: string;
            round: number;
            tool?: string;
            fallback?: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * FeedbackEvaluated
         * @description Evaluation of a round's feedback (TW-208, TWC-14).
         *
         *     `accept_rate` is accepts ÷ (answered − withdraws), null if nobody answered; `rule` is the number of the
         *     decision rule that applied.
         */
        FeedbackEvaluated: {
            demand_id: string;
            channel_id: string;
            round: number;
            proposal_version: number;
            sent: number;
            answered: number;
            silent: number;
            accepts: number;
            rejects: number;
            negotiates: number;
            withdraws: number;
            accept_rate: number | null;
            /** @enum {string} */
            decision: "finalize" | "renegotiate" | "force_finalize" | "fail";
            rule: number;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * FieldChange
         * @description One replaced field of an understanding, with its value before and after as JSON values.
         */
        FieldChange: {
            field: string;
            before: unknown;
            after: unknown;
        };
        /**
         * FilterCompleted
         * @description Choice of the candidates to invite (TW-202). `calls`: number of calls of prompt 2.
         *
         *     `omitted`: agents able to meet a need that no candidate meets, with the reason why they are not invited; absent
         *     without any. `by_words_only`: true if needs were compared with profiles by words alone, since the embedder or its
         *     vectors were away; else absent.
         */
        FilterCompleted: {
            demand_id: string;
            channel_id: string;
            fallback: boolean;
            usage: components["schemas"]["Usage"];
            candidates_count: number;
            candidates: components["schemas"]["Candidate"][];
            calls: number;
            omitted?: components["schemas"]["OmittedAgent"][];
            by_words_only?: boolean;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * FinalPlan
         * @description Plan of the session with its consensus.
         *
         *     Attributes:
         *         title: Title of the plan; the query if there is none.
         *         goal: Goal of the plan.
         *         consensus_level: Label of the last consensus (DL-C12).
         *         participating_agents: Discussants with at least one live output.
         *         rounds: Number of rounds held.
         *         plan: The plan; None if no plan was ever made.
         *         plan_round: Round in which the plan was made; absent without a plan.
         *         provisional: Whether the discussants did not agree on it (DL-81).
         */
        FinalPlan: {
            title: string;
            goal: string;
            /** @enum {string} */
            consensus_level: "high" | "medium" | "low" | "unknown";
            participating_agents: ("planner" | "critic")[];
            rounds: number;
            plan: components["schemas"]["Plan"] | null;
            plan_round?: number;
            provisional: boolean;
        };
        /**
         * Finding
         * @description One thing that code found against a plan, in the demand's language.
         *
         *     Attributes:
         *         kind: What it is.
         *         assignment: Role that it is about.
         *         agent_id: Holder that it is about.
         *         aspect: Limit of the demand that the plan leaves; with it, the requester decides.
         *         text: It as a sentence.
         */
        Finding: {
            /** @enum {string} */
            kind: "over_budget" | "not_free" | "too_small" | "too_late" | "contradiction" | "departs_from_demand" | "term_lost";
            assignment?: string;
            agent_id?: string;
            /** @enum {string} */
            aspect?: "place" | "dates" | "weekdays" | "not_on" | "people" | "budget" | "language" | "hours";
            text: string;
        };
        /**
         * ForceFinalized
         * @description Conclusion of a plan without full agreement after the last round (TW-210).
         */
        ForceFinalized: {
            demand_id: string;
            channel_id: string;
            fallback: boolean;
            usage: components["schemas"]["Usage"];
            complete?: boolean;
            needs?: components["schemas"]["NeedOutcome"][];
            missing?: string[];
            final_proposal: components["schemas"]["Proposal"];
            confirmed_participants: string[];
            optional_participants: string[];
            rounds_taken: number;
            compromise_suggestion: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * GameAgentSpoke
         * @description Turn of an agent. `loop` is the decision or the call that it belongs to; `message` its final message.
         */
        GameAgentSpoke: {
            game_id: string;
            agent: ("strategist" | "tactician" | "endgame_specialist") | ("rule_analyst" | "opening_expert" | "attack_analyst" | "defense_analyst" | "local_tactics_expert" | "endgame_calculator" | "undo_reevaluator");
            loop: string;
            turn: number;
            thought: string;
            message?: string;
            failure?: string;
            usage: components["schemas"]["Usage"];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * GameEnded
         * @description End of a game; the last event of every log. `winner` is absent for a draw or a game that was abandoned.
         */
        GameEnded: {
            game_id: string;
            /** @enum {integer} */
            winner?: 1 | 2;
            /** @enum {string} */
            reason: "line" | "last_liberty" | "no_safe_move" | "full_board" | "resigned" | "abandoned";
            plies: number;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * GameStarted
         * @description Start of a game; the first event of every log.
         *
         *     Attributes:
         *         referee: Who judges the moves: our own service, or the game server that asks for decisions.
         *         seats: Who plays side 1 and side 2.
         *         first_side: Who begins.
         *         level: Level of the engines.
         */
        GameStarted: {
            game_id: string;
            game: string;
            rows: number;
            columns: number;
            /** @enum {string} */
            referee: "towow" | "server";
            seats: [
                ("human" | "team" | "engine") | "opponent",
                ("human" | "team" | "engine") | "opponent"
            ];
            /** @enum {integer} */
            first_side: 1 | 2;
            level: number;
            /** @enum {string} */
            language: "zh" | "en";
            game_rule: string;
            /** @enum {string} */
            model: "anthropic" | "simulated" | "scenario";
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * GameToolCalled
         * @description Call of a tool. `forced_by` is the hook that made it without asking the model.
         */
        GameToolCalled: {
            game_id: string;
            agent: ("strategist" | "tactician" | "endgame_specialist") | ("rule_analyst" | "opening_expert" | "attack_analyst" | "defense_analyst" | "local_tactics_expert" | "endgame_calculator" | "undo_reevaluator");
            loop: string;
            call_id: string;
            tool: string;
            arguments: {
                [key: string]: unknown;
            };
            forced_by?: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * Gap
         * @description Something the plan still lacks (TW-609). `importance` is 0–100; 60 and more may open a subnet.
         */
        Gap: {
            gap_type: string;
            importance: number;
            reason: string;
            suggested_capability_tags: string[];
        };
        /**
         * GapIdentified
         * @description Gaps of an agreed plan, possibly none (TW-215).
         */
        GapIdentified: {
            demand_id: string;
            channel_id: string;
            fallback: boolean;
            usage: components["schemas"]["Usage"];
            gaps: components["schemas"]["Gap"][];
            is_complete: boolean;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * HandedOver
         * @description Control moved from one persona to another, with a summary.
         */
        HandedOver: {
            game_id: string;
            /** @enum {string} */
            speaker: "strategist" | "tactician" | "endgame_specialist";
            /** @enum {string} */
            successor: "strategist" | "tactician" | "endgame_specialist";
            summary: string;
            forced: boolean;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * HookAlerted
         * @description Alert of a hook, for example of a repeated handoff.
         */
        HookAlerted: {
            game_id: string;
            hook: string;
            alert: string;
            detail: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * HostDecided
         * @description Decision of the host on a round (DL-137), with its numbers.
         */
        HostDecided: {
            session_id: string;
            round: number;
            /** @enum {string} */
            action: "continue" | "converge" | "force_opposition" | "terminate";
            reason: string;
            content: string;
            consensus: number | null;
            next_agents: ("host" | "planner" | "critic" | "reporter")[];
            constraints: components["schemas"]["Constraints"];
            directives: components["schemas"]["Directive"][];
            rounds_remaining: number;
            analysis: components["schemas"]["RoundAnalysis"];
            thresholds: components["schemas"]["Thresholds"];
            /** @enum {string} */
            end_reason?: "consensus" | "early_stop" | "max_rounds" | "user" | "error" | "moderation";
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * LessonLearnt
         * @description Lesson of the re-evaluation of a move.
         */
        LessonLearnt: {
            game_id: string;
            x: number;
            y: number;
            lesson: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * LimitWords
         * @description Words of a demand that state a limit, and the name of the limit.
         */
        LimitWords: {
            text: string;
            span?: number[];
            /** @enum {string} */
            limit?: "place" | "dates" | "weekdays" | "not_on" | "people" | "budget" | "language" | "hours";
        };
        /**
         * Limits
         * @description Limits of one negotiation: rounds, and model tokens of input and output together (0: unlimited).
         */
        Limits: {
            max_rounds: number;
            budget_tokens: number;
        };
        /**
         * Milestone
         * @description A step of the plan. `date` is `YYYY-MM-DD` or None, `label` what people call the moment.
         */
        Milestone: {
            name: string;
            date: string | null;
            label: string;
        };
        /**
         * Money
         * @description Amount of money in minor units (cents, fen; yen has none), with its ISO 4217 currency.
         */
        Money: {
            amount: number;
            currency: string;
        };
        /**
         * MovePlayed
         * @description Move on the board. The fields after `by` are those of a decision of the team.
         *
         *     Attributes:
         *         threat: Danger for whoever moved, after the move.
         *         loops: Model turns of the decision.
         */
        MovePlayed: {
            game_id: string;
            ply: number;
            /** @enum {integer} */
            side: 1 | 2;
            x: number;
            y: number;
            /** @enum {string} */
            by: "human" | "team" | "engine" | "opponent";
            board: string[];
            request_id?: string;
            /** @enum {string} */
            agent?: "strategist" | "tactician" | "endgame_specialist";
            reason?: string;
            /** @enum {string} */
            source?: "llm" | "engine" | "fallback";
            threat?: number;
            loops?: number;
            elapsed_ms?: number;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * MoveProposed
         * @description Valid move that a persona chose; it is not played yet.
         */
        MoveProposed: {
            game_id: string;
            /** @enum {string} */
            agent: "strategist" | "tactician" | "endgame_specialist";
            x: number;
            y: number;
            reason: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * MoveRejected
         * @description Final message that is no valid move. `retry` counts from 1.
         */
        MoveRejected: {
            game_id: string;
            /** @enum {string} */
            agent: "strategist" | "tactician" | "endgame_specialist";
            /** @enum {string} */
            error: "INVALID_FORMAT" | "OUT_OF_BOUNDS" | "POSITION_OCCUPIED" | "SELF_LOSING" | "GAME_OVER" | "TAKEN_BACK";
            text: string;
            retry: number;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * MoveTakenBack
         * @description Move that the team takes back before it is played, or whose consequences it thinks over again (what-if).
         *
         *     Attributes:
         *         threat: Danger after the move.
         *         tentative: Whether it was only placed tentatively; else it stays on the board, and the team only learns from it.
         */
        MoveTakenBack: {
            game_id: string;
            x: number;
            y: number;
            /** @enum {string} */
            trigger: "self_reflection" | "threat" | "defence_report" | "low_score" | "pre_commit";
            threat?: number;
            reason: string;
            tentative: boolean;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * MovesRemoved
         * @description The person took back moves; `plies` are left on the board.
         */
        MovesRemoved: {
            game_id: string;
            plies: number;
            board: string[];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * Need
         * @description One ability, person or thing that others must bring, in the words of the demand.
         */
        Need: {
            id: string;
            need: string;
            count: number;
            required: boolean;
            span?: number[];
        };
        /**
         * NeedFit
         * @description Need of a demand that an agent's profile meets, probably.
         *
         *     Attributes:
         *         need: Id of the need.
         *         matched: The capability of the profile that meets it.
         *         score: Probability that it does (0.5 to 1, 3 decimals); without vectors 1 for the same words or a synonym.
         */
        NeedFit: {
            need: string;
            matched: string;
            score: number;
        };
        /**
         * NeedOutcome
         * @description One need of the demand, whether it is met, and the agents that hold it, confirmed or not.
         *
         *     It is met by as many confirmed holders as it asks for, none of them in reserve, on a day that the demand allows.
         */
        NeedOutcome: {
            id: string;
            need: string;
            met: boolean;
            holders: string[];
        };
        /**
         * NegotiationFailed
         * @description Failure of the negotiation, with a compromise (TW-212, TWC-15). `accept_rate`: null without feedback.
         */
        NegotiationFailed: {
            demand_id: string;
            channel_id: string;
            fallback: boolean;
            usage: components["schemas"]["Usage"];
            /** @enum {string} */
            reason: "low_acceptance" | "no_participants" | "timeout" | "max_rounds_exceeded";
            /** @enum {string} */
            detail?: "all_declined" | "no_active_agents" | "no_response" | "no_feedback" | "majority_left" | "all_left" | "max_recovery_attempts" | "model_unavailable" | "budget";
            /** @enum {string} */
            error_code?: "E005" | "E006";
            accept_rate: number | null;
            rounds_taken: number;
            last_proposal?: components["schemas"]["Proposal"];
            compromise_suggestion: string;
            compromise_proposal: components["schemas"]["CompromiseProposal"];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * NegotiationPoint
         * @description One thing an agent wants changed before it joins; `terms` hold the desired value, if they can.
         */
        NegotiationPoint: {
            aspect: string;
            current_value: string;
            desired_value: string;
            reason: string;
            terms?: components["schemas"]["Terms"];
        };
        /**
         * NegotiationPointRaised
         * @description One requested change, from an offer or from a `negotiate` feedback (TW-213, TWC-24).
         */
        NegotiationPointRaised: {
            demand_id: string;
            channel_id: string;
            agent_id: string;
            display_name: string;
            bargain_type: string;
            content: string;
            current_value?: string;
            desired_value?: string;
            terms?: components["schemas"]["Terms"];
            round: number;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * OfferSubmitted
         * @description Answer of an agent to its invitation (TW-205).
         *
         *     `confidence` is 0–100; `late` is true for an offer after the collection phase; `answered_by` is present if the
         *     agent's person was asked.
         */
        OfferSubmitted: {
            demand_id: string;
            channel_id: string;
            fallback: boolean;
            usage: components["schemas"]["Usage"];
            offer_id: string;
            agent_id: string;
            display_name: string;
            /** @enum {string} */
            response_type: "offer" | "negotiate";
            /** @enum {string} */
            decision: "participate" | "decline" | "conditional";
            contribution?: string;
            conditions: string[];
            negotiation_points: components["schemas"]["NegotiationPoint"][];
            terms?: components["schemas"]["Terms"];
            negotiation_summary?: string;
            reasoning: string;
            decline_reason?: string;
            confidence: number;
            late?: boolean;
            /** @enum {string} */
            answered_by?: "person" | "agent";
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * OmittedAgent
         * @description Agent that is able to meet a need that no candidate meets, and why it is not invited.
         *
         *     Attributes:
         *         agent_id: The agent.
         *         display_name: Its name.
         *         need: Id of the need that it would meet best.
         *         reason: Why it is not invited.
         *         distance_km: Its distance from the demand's location; absent without one, or if either place is unknown.
         */
        OmittedAgent: {
            agent_id: string;
            display_name: string;
            need: string;
            /** @enum {string} */
            reason: "not_wanted" | "too_far" | "language";
            distance_km?: number;
        };
        /**
         * OptionText
         * @description One option of a question, as it is shown.
         */
        OptionText: {
            id: string;
            text: string;
        };
        /**
         * PeopleRange
         * @description Number of people that a demand is for, both ends included.
         */
        PeopleRange: {
            min: number;
            max: number;
        };
        /**
         * PhaseChanged
         * @description The game is in another phase now.
         */
        PhaseChanged: {
            game_id: string;
            /** @enum {string} */
            phase: "opening" | "midgame" | "endgame";
            ply: number;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * Plan
         * @description Plan for the user's goal; the total is the sum of the tasks' hours (DL-42).
         */
        Plan: {
            title: string;
            goal: string;
            phases: components["schemas"]["PlanPhase"][];
            total_estimated_hours: number;
        };
        /**
         * PlanPhase
         * @description Consecutive part of a plan; `duration` is free text in the user's language.
         */
        PlanPhase: {
            phase_name: string;
            duration: string;
            tasks: components["schemas"]["PlanTask"][];
        };
        /**
         * PlanTask
         * @description Task with its working hours and the day by which it is done.
         */
        PlanTask: {
            title: string;
            estimated_hours: number;
            deadline: string;
            tags: string[];
        };
        /**
         * PlyRecord
         * @description Move of the history in a request.
         */
        PlyRecord: {
            x: number;
            y: number;
            /** @enum {integer} */
            side: 1 | 2;
            /** @enum {string} */
            by: "human" | "team" | "engine" | "opponent";
        };
        /**
         * Position
         * @description Position of an agent in a round. `stance` marks a devil's advocate's (DL-125), which is compared with nothing.
         */
        Position: {
            conclusion: string;
            key_reasons: string[];
            assumptions: string[];
            confidence: number;
            changes_from_last_round?: components["schemas"]["PositionChanges"];
            /** @constant */
            stance?: "opposition";
        };
        /**
         * PositionChanges
         * @description Differences between a position and the same agent's previous live one, computed by code (DL-23…25, DL-28).
         */
        PositionChanges: {
            conclusion_changed: boolean;
            reasons_added: string[];
            confidence_delta: number;
        };
        /**
         * Proposal
         * @description Plan of a channel (TW-605, TW-608).
         *
         *     `version` counts from 1, including versions that merge a subnet's result (TWC-33); `is_forced` plans were concluded
         *     without full agreement; `confirmed_participants` and `optional_participants` are set when the plan is final, without
         *     reserves. `totals`: sum of the fees, one for each currency; `findings`: what code found against the plan.
         */
        Proposal: {
            summary: string;
            objective: string;
            assignments: components["schemas"]["Assignment"][];
            timeline: components["schemas"]["Timeline"];
            rationale: string;
            success_criteria: string[];
            risks: string[];
            gaps: components["schemas"]["Gap"][];
            /** @enum {string} */
            confidence: "high" | "medium" | "low";
            adjustment_summary?: components["schemas"]["AdjustmentSummary"];
            proposal_id: string;
            demand_id: string;
            version: number;
            round: number;
            adjusted: boolean;
            adjustment_failed: boolean;
            is_forced: boolean;
            confirmed_participants: string[];
            optional_participants: string[];
            totals: components["schemas"]["Money"][];
            findings: components["schemas"]["Finding"][];
            /** Format: date-time */
            created_at: string;
        };
        /**
         * ProposalDistributed
         * @description Distribution of a plan version to `participants` for review until `deadline` (TW-206).
         *
         *     A `resent` version follows no model call, so `fallback` and `usage` are absent.
         */
        ProposalDistributed: {
            demand_id: string;
            channel_id: string;
            proposal: components["schemas"]["Proposal"];
            participants: string[];
            round: number;
            version: number;
            resent: boolean;
            /** Format: date-time */
            deadline: string;
            fallback?: boolean;
            usage?: components["schemas"]["Usage"];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * ProposalFeedbackEvent
         * @description Feedback of an agent on a plan version (TW-207).
         *
         *     `confidence` is 0–100; `answered_by` is present if the agent's person was asked.
         */
        ProposalFeedbackEvent: {
            demand_id: string;
            channel_id: string;
            fallback: boolean;
            usage: components["schemas"]["Usage"];
            agent_id: string;
            display_name: string;
            /** @enum {string} */
            feedback_type: "accept" | "negotiate" | "reject" | "withdraw";
            reasoning: string;
            adjustment_request?: string;
            terms?: components["schemas"]["Terms"];
            concerns: string[];
            confidence: number;
            round: number;
            proposal_version: number;
            /** @enum {string} */
            answered_by?: "person" | "agent";
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * ProposalFinalized
         * @description Agreement on a plan (TW-211).
         */
        ProposalFinalized: {
            demand_id: string;
            channel_id: string;
            complete?: boolean;
            needs?: components["schemas"]["NeedOutcome"][];
            missing?: string[];
            /** @constant */
            status: "finalized";
            final_proposal: components["schemas"]["Proposal"];
            summary: string;
            confirmed_participants: string[];
            optional_participants: string[];
            rounds_taken: number;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * QuestionAnswered
         * @description Answer to the question: an option, or the requester's own words, after which the demand is understood again.
         *
         *     Neither is there if the requester changed what the question is about. `answered_by` timeout: the default was taken.
         *     `review_until`: as in `towow.demand.understood`.
         */
        QuestionAnswered: {
            demand_id: string;
            channel_id: string;
            question_id: string;
            option?: string;
            text?: string;
            /** @enum {string} */
            answered_by: "person" | "timeout";
            /** Format: date-time */
            review_until?: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * QuestionOpened
         * @description Question to the requester; `default` is the option that is taken without an answer before `until`.
         *
         *     `about` limit: the plan `proposal_version` leaves the limit `aspect` of the demand, and the requester keeps or
         *     changes it (options `keep` and `allow`).
         */
        QuestionOpened: {
            demand_id: string;
            channel_id: string;
            question_id: string;
            /** @enum {string} */
            about: "understanding" | "limit";
            aspect?: string;
            text: string;
            options: components["schemas"]["OptionText"][];
            default: string;
            /** Format: date-time */
            until: string;
            proposal_version?: number;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * QuestionOption
         * @description One answer to a question, and what it changes in the understanding.
         */
        QuestionOption: {
            id: string;
            text: string;
            changes: components["schemas"]["UnderstandingChanges"];
        };
        /**
         * Relaxation
         * @description One thing to relax, the whole demand as it would then read, ready to be submitted, and what that is to change.
         */
        Relaxation: {
            aspect: string;
            from: string;
            to: string;
            raw_input: string;
            expected: string;
        };
        /**
         * ReportPublished
         * @description The report (DL-138), the plan in it, and the to-dos made of the plan.
         */
        ReportPublished: {
            session_id: string;
            /** @constant */
            agent: "reporter";
            round: number;
            content: string;
            plan: components["schemas"]["Plan"] | null;
            final_plan: components["schemas"]["FinalPlan"];
            summary: components["schemas"]["ReportSummary"];
            plan_id?: string;
            todos: components["schemas"]["Todo"][];
            fallback?: boolean;
            usage: components["schemas"]["Usage"];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * ReportSummary
         * @description Agreements, resolved concerns (`concern -> how`) and remaining uncertainties of a discussion.
         */
        ReportSummary: {
            key_agreements: string[];
            resolved_concerns: string[];
            remaining_uncertainties: string[];
        };
        /**
         * RoundAnalysis
         * @description Figures of a round.
         *
         *     Attributes:
         *         consensus_level: Mean similarity of the standing positions; None if fewer than two could be compared.
         *         min_similarity: Similarity of the least similar pair; absent without a comparison.
         *         similarity_matrix: Rows and columns in the order of `agents`.
         *         agents: Agents whose standing positions were compared.
         *         most_different_pair: Indices into `agents`; None with fewer than two.
         *         stubborn_agents: Agents that repeat themselves (DL-130).
         *         self_similarity: Similarity of an agent's position with its previous live one.
         *         unargued_changes: Agents that changed their position in substance without a new argument.
         *         stale_agents: Agents whose earlier output stands in for a skipped turn.
         *         degraded: Whether a stale output or the keyword comparison is used.
         *         method: How the positions were compared.
         *         embedder: Name of the embedding model; absent if none was used.
         *         thresholds: Thresholds by which this round was decided.
         *         contradictions: Reasons why the two conclusions exclude each other, as codes with the differing words.
         *         veto: Why a high consensus was not accepted; absent if it was not vetoed.
         */
        RoundAnalysis: {
            consensus_level: number | null;
            min_similarity?: number;
            similarity_matrix: number[][];
            agents: ("planner" | "critic")[];
            most_different_pair: [
                number,
                number
            ] | null;
            stubborn_agents: ("planner" | "critic")[];
            self_similarity: {
                [key: string]: number;
            };
            unargued_changes: ("planner" | "critic")[];
            stale_agents: ("planner" | "critic")[];
            degraded: boolean;
            /** @enum {string} */
            method: "embedding" | "keyword" | "none";
            embedder?: string;
            thresholds: components["schemas"]["Thresholds"];
            contradictions: string[];
            /** @enum {string} */
            veto?: "infeasible" | "findings_unanswered" | "opposite_conclusions" | "stale_positions" | "nothing_challenged";
        };
        /**
         * RoundStarted
         * @description Start of a negotiation round, the first one included (TW-209, TWC-26).
         */
        RoundStarted: {
            demand_id: string;
            channel_id: string;
            round: number;
            max_rounds: number;
            /** @enum {string} */
            reason: "initial_proposal" | "adjustment" | "no_quorum";
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * RuleInterpretation
         * @description Interpretation of the rules for play (GH-105…110). `builtin`: ours, as the analyst's contradicted the game.
         */
        RuleInterpretation: {
            win_condition: string;
            lose_condition: string;
            key_patterns: string[];
            special_rules: string[];
            common_mistakes: string[];
            strategic_guideline: string;
            builtin: boolean;
        };
        /**
         * RulesInterpreted
         * @description Interpretation of the rules, which all agents are told from now on.
         */
        RulesInterpreted: {
            game_id: string;
            interpretation: components["schemas"]["RuleInterpretation"];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * SessionEnded
         * @description End of a session; the last event of every log.
         */
        SessionEnded: {
            session_id: string;
            /** @enum {string} */
            status: "in_progress" | "converged" | "terminated";
            /** @enum {string} */
            end_reason: "consensus" | "early_stop" | "max_rounds" | "user" | "error" | "moderation";
            rounds: number;
            totals: components["schemas"]["SessionTotals"];
            terminated_by?: string;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * SessionStarted
         * @description Start of a session; the first event of every log.
         */
        SessionStarted: {
            session_id: string;
            user_query: string;
            user_id: string;
            conversation_id: string;
            /** @constant */
            mode: "multi_agent";
            /** @enum {string} */
            language: "zh" | "en";
            today: string;
            timezone: string;
            /** @enum {string} */
            model: "anthropic" | "simulated" | "scenario";
            max_rounds: number;
            /** @enum {string} */
            round1_mode: "parallel" | "sequential";
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * SessionTotals
         * @description Totals of a session; `duration_ms` counts from its start.
         */
        SessionTotals: {
            rounds: number;
            model_calls: number;
            input_tokens: number;
            output_tokens: number;
            cost_usd: number;
            duration_ms: number;
        };
        /**
         * SubnetCompleted
         * @description End of a subnet, with the parent's plan after its result was merged and reviewed by whom it touches (TWC-20).
         */
        SubnetCompleted: {
            demand_id: string;
            channel_id: string;
            complete?: boolean;
            needs?: components["schemas"]["NeedOutcome"][];
            missing?: string[];
            sub_demand_id: string;
            sub_channel_id: string;
            gap_type: string;
            /** @enum {string} */
            status: "finalized" | "force_finalized" | "failed" | "cancelled";
            participants: string[];
            proposal: components["schemas"]["Proposal"];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * SubnetTriggered
         * @description Start of a subnet: a negotiation of its own that is to close one gap (TW-216).
         */
        SubnetTriggered: {
            demand_id: string;
            channel_id: string;
            fallback: boolean;
            usage: components["schemas"]["Usage"];
            parent_demand_id: string;
            sub_demand: string;
            sub_demand_id: string;
            sub_channel_id: string;
            gap_type: string;
            depth: number;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * Terms
         * @description Terms as values; leave out what nothing is said about. Amounts in minor units (pence, fen).
         */
        Terms: {
            fee?: components["schemas"]["Money"];
            /** @enum {string} */
            per?: "event" | "hour" | "day" | "person";
            start?: string;
            end?: string;
            people?: number;
            notice_days?: number;
            deposit_share?: number;
            dates?: string[];
            not_on?: string[];
            conditions?: components["schemas"]["Condition"][];
        };
        /**
         * TextSpan
         * @description Words of a demand and where they stand; without a span if they do not stand there as they are.
         */
        TextSpan: {
            text: string;
            span?: number[];
        };
        /**
         * Threat
         * @description Threat of one side on the board.
         */
        Threat: {
            kind: string;
            /** @enum {integer} */
            side: 1 | 2;
            points: [
                number,
                number
            ][];
            must_reply: boolean;
        };
        /**
         * ThreatAnalysis
         * @description Danger for the team before its move: `threat` on the scale of GH-145, `urgency` of a defence (GH-96).
         */
        ThreatAnalysis: {
            threat: number;
            urgency: number;
            threats: components["schemas"]["Threat"][];
            computed_at_ply: number;
        };
        /**
         * Thresholds
         * @description Thresholds of one embedder: above `high` is consensus, up to `low` dissent, above `stubborn` a repetition.
         */
        Thresholds: {
            high: number;
            low: number;
            stubborn: number;
        };
        /**
         * Timeline
         * @description When it starts and what must be done by when (TW-607).
         */
        Timeline: {
            start_date?: string;
            milestones: components["schemas"]["Milestone"][];
        };
        /**
         * Todo
         * @description To-do made of one task of the final plan; `due` is a date (DL-07).
         */
        Todo: {
            todo_id: string;
            title: string;
            due: string;
            estimated_hours: number;
            tags: string[];
            phase: string;
            done: boolean;
        };
        /**
         * ToolAnswered
         * @description Result of a call.
         */
        ToolAnswered: {
            game_id: string;
            loop: string;
            call_id: string;
            tool: string;
            is_error: boolean;
            content: string;
            duration_ms: number;
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * ToolCall
         * @description Call of a tool by a model. `get_now` has no arguments; the others have those of their input.
         */
        ToolCall: {
            /** @enum {string} */
            tool: "get_now" | "calculate_date" | "compare_positions";
            base_date?: string;
            offset?: components["schemas"]["DateOffset"] | {
                [key: string]: unknown;
            };
            texts?: string[];
        };
        /**
         * ToolCalled
         * @description Call of a tool by an agent, with its result (DL-140).
         */
        ToolCalled: {
            session_id: string;
            /** @enum {string} */
            agent: "planner" | "critic";
            round: number;
            tool: string;
            call: components["schemas"]["ToolCall"];
            result: components["schemas"]["ToolResult"];
            spent: components["schemas"]["CorrelationCost"];
        };
        /**
         * ToolResult
         * @description Result of a tool: `data` if it succeeded, else an error code and a message; it never raises (DL-100).
         */
        ToolResult: {
            success: boolean;
            data?: {
                [key: string]: unknown;
            };
            error?: string;
            message?: string;
        };
        /**
         * UnderstandingChanges
         * @description Fields of the understanding that this option replaces, each as a whole.
         */
        UnderstandingChanges: {
            needs?: components["schemas"]["Need"][];
            limits?: components["schemas"]["DemandLimits"];
            preferences?: string[];
            not_wanted?: components["schemas"]["TextSpan"][];
            title?: string;
        };
        /**
         * UnderstandingQuestion
         * @description One question, only when its answer changes who is invited; two to four options.
         */
        UnderstandingQuestion: {
            aspect: string;
            text: string;
            options: components["schemas"]["QuestionOption"][];
            default: string;
        };
        /**
         * Usage
         * @description Paid model calls, tokens read and written, and their price in US dollars.
         */
        Usage: {
            calls: number;
            input_tokens: number;
            output_tokens: number;
            cost_usd: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

/** The payload of each event type. */
export interface Payloads {
  "towow.demand.submitted": components["schemas"]["DemandSubmitted"];
  "towow.demand.understood": components["schemas"]["DemandUnderstoodEvent"];
  "towow.question.asked": components["schemas"]["QuestionOpened"];
  "towow.question.answered": components["schemas"]["QuestionAnswered"];
  "towow.demand.revised": components["schemas"]["DemandRevised"];
  "towow.filter.completed": components["schemas"]["FilterCompleted"];
  "towow.channel.created": components["schemas"]["ChannelCreated"];
  "towow.demand.broadcast": components["schemas"]["DemandBroadcast"];
  "towow.offer.submitted": components["schemas"]["OfferSubmitted"];
  "towow.negotiation.bargain": components["schemas"]["NegotiationPointRaised"];
  "towow.negotiation.round_started": components["schemas"]["RoundStarted"];
  "towow.proposal.distributed": components["schemas"]["ProposalDistributed"];
  "towow.proposal.feedback": components["schemas"]["ProposalFeedbackEvent"];
  "towow.agent.withdrawn": components["schemas"]["AgentWithdrawn"];
  "towow.feedback.evaluated": components["schemas"]["FeedbackEvaluated"];
  "towow.proposal.finalized": components["schemas"]["ProposalFinalized"];
  "towow.negotiation.force_finalized": components["schemas"]["ForceFinalized"];
  "towow.negotiation.failed": components["schemas"]["NegotiationFailed"];
  "towow.gap.identified": components["schemas"]["GapIdentified"];
  "towow.subnet.triggered": components["schemas"]["SubnetTriggered"];
  "towow.subnet.completed": components["schemas"]["SubnetCompleted"];
  "towow.demand.cancelled": components["schemas"]["DemandCancelled"];
  "towow.demand.closed": components["schemas"]["DemandClosed"];
  "towow.deliberation.session_started": components["schemas"]["SessionStarted"];
  "towow.deliberation.tool_result": components["schemas"]["ToolCalled"];
  "towow.deliberation.agent_output": components["schemas"]["AgentSpoke"];
  "towow.deliberation.agent_skipped": components["schemas"]["AgentSkipped"];
  "towow.deliberation.error": components["schemas"]["ErrorReported"];
  "towow.deliberation.host_decision": components["schemas"]["HostDecided"];
  "towow.deliberation.final_report": components["schemas"]["ReportPublished"];
  "towow.deliberation.session_ended": components["schemas"]["SessionEnded"];
  "towow.game.started": components["schemas"]["GameStarted"];
  "towow.game.decision_requested": components["schemas"]["DecisionRequested"];
  "towow.game.decision_refused": components["schemas"]["DecisionRefused"];
  "towow.game.phase_changed": components["schemas"]["PhaseChanged"];
  "towow.game.rules_interpreted": components["schemas"]["RulesInterpreted"];
  "towow.game.agent_spoke": components["schemas"]["GameAgentSpoke"];
  "towow.game.tool_called": components["schemas"]["GameToolCalled"];
  "towow.game.tool_answered": components["schemas"]["ToolAnswered"];
  "towow.game.handed_over": components["schemas"]["HandedOver"];
  "towow.game.board_analysed": components["schemas"]["BoardAnalysed"];
  "towow.game.move_proposed": components["schemas"]["MoveProposed"];
  "towow.game.move_rejected": components["schemas"]["MoveRejected"];
  "towow.game.move_taken_back": components["schemas"]["MoveTakenBack"];
  "towow.game.lesson_learnt": components["schemas"]["LessonLearnt"];
  "towow.game.choice_overruled": components["schemas"]["ChoiceOverruled"];
  "towow.game.hook_alerted": components["schemas"]["HookAlerted"];
  "towow.game.move_played": components["schemas"]["MovePlayed"];
  "towow.game.moves_removed": components["schemas"]["MovesRemoved"];
  "towow.game.board_replaced": components["schemas"]["BoardReplaced"];
  "towow.game.decision_settled": components["schemas"]["DecisionSettled"];
  "towow.game.ended": components["schemas"]["GameEnded"];
}
