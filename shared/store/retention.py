"""Retention of closed correlations: how long their record, event log and indexes are kept (INTERFACES § 2)."""

RETENTION_DAYS = 30
DAY_MS = 24 * 3600 * 1000
