-- Commit of a step, all or nothing, and the check that precedes the step (DESIGN § 3).

local DAY_MS = 24 * 3600 * 1000
local RELAY_DELAY_MS = 2000  -- as in shared/store/memory/outbox.py
local COMMIT_WRITES = {
  'xadd', 'hset', 'sadd', 'zadd', 'hdel', 'zrem', 'srem', 'rpush', 'pexpire', 'persist', 'del'
}

-- Returns the version of an entity's record, and the correlation that created it: for any other correlation there is no
-- record at its address.
local function read_version(state, correlation)
  local fields = redis.call('HMGET', state, 'version', 'of')
  return fields[2] == correlation and tonumber(fields[1]) or 0, fields[2]
end

-- KEYS about seen spent [state] · ARGV message correlation known_version
-- Returns seen, closed, version, the store's time, record, calls, input, output, usd.
register('precheck', function(keys, args)
  local about, seen, spent, state = unpack(keys)
  local closed = redis.call('HGET', about, 'closed')
  local paid = redis.call('HMGET', spent, 'calls', 'input', 'output', 'usd')
  local version, record = 0, false
  if state then
    version = read_version(state, args[2])
    if version ~= tonumber(args[3]) then record = redis.call('HGET', state, 'record') end
  end
  return {redis.call('SISMEMBER', seen, args[1]), closed and 1 or 0, version, now(), record, unpack(paid)}
end, {'no-writes'})

-- Returns the last field of every event's payload; numbers are formatted as by Python's %d and %.9g.
local function encode_spent(paid)
  local calls, input, output, usd = unpack(paid)
  local tokens = (tonumber(input) or 0) + (tonumber(output) or 0)
  return string.format('"spent":{"calls":%s,"tokens":%.0f,"usd":%.9g}', calls or '0', tokens, tonumber(usd) or 0)
end

-- Returns KEYS and ARGV of a commit as a table; their order is that of shared/store/redis/commit_arguments.py.
local function parse_commit(keys, args)
  local commit = {args = args}
  commit.about, commit.seen, commit.spent, commit.owed, commit.log, commit.memo, commit.payers = unpack(keys, 1, 7)
  commit.due, commit.mail, commit.claims, commit.state, commit.notes, commit.journal = unpack(keys, 8, 13)
  commit.message, commit.correlation, commit.role, commit.address, commit.version = unpack(args, 1, 5)
  commit.has_record, commit.record, commit.budget, commit.close, commit.private, commit.owner = unpack(args, 6, 11)
  commit.owner_token_digest, commit.retention, commit.journal_entry = unpack(args, 12, 14)
  commit.event_count, commit.entry_count = tonumber(args[15]), tonumber(args[16])
  commit.close, commit.private, commit.has_record = commit.close == '1', commit.private == '1', commit.has_record == '1'
  commit.owner = commit.owner ~= '' and string.sub(commit.owner, 2)  -- a leading '=' tells an empty owner from none
  commit.version, commit.retention = tonumber(commit.version), tonumber(commit.retention)
  commit.first_event = 18
  commit.first_entry = commit.first_event + 4 * commit.event_count
  commit.first_cancelled = commit.first_entry + 4 * commit.entry_count
  commit.first_note = commit.first_cancelled + tonumber(args[17])
  commit.prefix = string.sub(commit.about, 1, #commit.about - #'about:' - #commit.correlation)
  return commit
end

-- Returns the outstanding commands that a close removes. Their keys are not in KEYS: they belong to other roles in the
-- same partition, behind the same hash tag, and only the set `owed` tells which.
local function read_outstanding(commit)
  local outstanding = {}
  for _, member in ipairs(redis.call('SMEMBERS', commit.owed)) do
    local role, id = string.match(member, '^([^\n]*)\n(.*)$')
    local prefix = commit.prefix
    local entry = {prefix .. 'due:' .. role, prefix .. 'mail:' .. role, prefix .. 'claims:' .. role, id}
    check_outbox(entry[1], entry[2], entry[3])
    outstanding[#outstanding + 1] = entry
  end
  return outstanding
end

-- Reads every key that will be written with a command that raises WRONGTYPE, before anything is written.
local function check_commit(commit)
  check_outbox(commit.due, commit.mail, commit.claims)
  redis.call('SCARD', commit.owed)
  if commit.first_note <= #commit.args then redis.call('LLEN', commit.notes) end
  if commit.journal then redis.call('LLEN', commit.journal) end
  commit.paid = redis.call('HMGET', commit.spent, 'calls', 'input', 'output', 'usd', 'budget')
  commit.last_seq = 0
  if commit.event_count > 0 then
    local last = redis.call('XREVRANGE', commit.log, '+', '-', 'COUNT', 1)[1]
    commit.last_seq = last and tonumber(string.match(last[1], '^%d+')) or 0
  end
  commit.outstanding = commit.close and read_outstanding(commit) or {}
  check_index(commit)
  return check_rights(commit.mail, COMMIT_WRITES)
end

-- First of all writes, because it is the only one that can fail: when the log was trimmed and its ids continue
-- elsewhere.
local function append_events(commit)
  commit.spent_field = encode_spent(commit.paid)
  commit.event_data = {}
  local seq = commit.last_seq
  for index = commit.first_event, commit.first_entry - 1, 4 do
    seq = seq + 1
    local event_id, event_type, middle = unpack(commit.args, index, index + 2)
    local data = '{"seq":' .. seq .. middle .. commit.spent_field .. '}}'
    commit.event_data[#commit.event_data + 1] = data
    redis.call('XADD', commit.log, seq .. '-0', 'id', event_id, 'type', event_type, 'data', data)
  end
end

-- A correlation is opened by its first record, event, budget or owner. Before that (an unknown sender's message was
-- answered, and nothing more) only keys with an expiry are written for it.
local function opens_correlation(commit)
  return commit.has_record or commit.event_count > 0 or commit.budget ~= '' or commit.owner or commit.private
    or commit.close
end

local function write_correlation(commit)
  if commit.opens then
    commit.opened_at = commit.time
    redis.call('HSET', commit.about, 'open', commit.time)
    for _, key in ipairs({commit.memo, commit.payers, commit.spent}) do redis.call('PERSIST', key) end
  end
  if commit.private then redis.call('HSET', commit.about, 'private', 1) end
  redis.call('SADD', commit.seen, commit.message)
  redis.call('PEXPIRE', commit.seen, math.min(DAY_MS, commit.retention))
  if commit.budget ~= '' and (tonumber(commit.paid[5]) or 0) == 0 then
    redis.call('HSET', commit.spent, 'budget', commit.budget)
  end
end

local function write_journal(commit)
  if not commit.journal then return end
  redis.call('RPUSH', commit.journal, commit.journal_entry)
  if commit.opened_at then
    redis.call('PERSIST', commit.journal)
  else
    redis.call('PEXPIRE', commit.journal, math.min(DAY_MS, commit.retention))
  end
end

-- One call for each: there may be more notes than `unpack` can return.
local function append_notes(commit)
  for index = commit.first_note, #commit.args do redis.call('RPUSH', commit.notes, commit.args[index]) end
end

-- Returns the version of the record after the commit.
local function write_record(commit)
  if not commit.state then return 0 end
  write_journal(commit)
  append_notes(commit)
  if commit.opened_at and commit.version == 0 then redis.call('HSET', commit.about, 'at:' .. commit.address, 1) end
  if not commit.has_record then return commit.version end
  redis.call(
    'HSET', commit.state, 'version', commit.version + 1, 'of', commit.correlation, 'record', commit.record
  )
  return commit.version + 1
end

local function remove_outstanding(commit)
  for _, entry in ipairs(commit.outstanding) do remove_entry(unpack(entry)) end
  redis.call('DEL', commit.owed)
end

-- Adds the entries and the announcements of the events; removes cancelled timers.
local function write_outbox(commit)
  local due, mail, claims = commit.due, commit.mail, commit.claims
  for index = commit.first_cancelled, commit.first_note - 1 do
    remove_entry(due, mail, claims, commit.args[index])
    redis.call('SREM', commit.owed, owed_member(commit.role, commit.args[index]))
  end
  local ordinal = 0
  for index = commit.first_entry, commit.first_cancelled - 1, 4 do
    local id, instant, is_command, bytes = unpack(commit.args, index, index + 3)
    if instant == '' or not commit.close then
      put_entry(due, mail, claims, id, tonumber(instant) or commit.time + RELAY_DELAY_MS, ordinal, bytes)
      if not commit.close then mark_owed(commit.owed, commit.role, id, is_command == '1') end
    end
    ordinal = ordinal + 1
  end
  local exchange = commit.private and 'private\n' or 'events\n'
  for number, data in ipairs(commit.event_data) do
    local index = commit.first_event + 4 * (number - 1)
    local bytes = exchange .. commit.args[index + 3] .. '\n' .. data
    put_entry(due, mail, claims, commit.args[index], commit.time + RELAY_DELAY_MS, ordinal + number - 1, bytes)
  end
end

-- Gives every key of the correlation its expiry.
local function close_correlation(commit)
  redis.call('HSET', commit.about, 'closed', commit.time)
  for _, field in ipairs(redis.call('HKEYS', commit.about)) do
    local address = string.match(field, '^at:(.*)$')
    if address then
      for _, name in ipairs({'state:', 'notes:', 'journal:'}) do
        redis.call('PEXPIRE', commit.prefix .. name .. address, commit.retention)
      end
    end
  end
  for _, key in ipairs({commit.about, commit.log, commit.memo, commit.payers, commit.spent}) do
    redis.call('PEXPIRE', key, commit.retention)
  end
end

-- KEYS and ARGV: see parse_commit.
-- Returns status and version; for 'ok' also the first event's seq, private, the spent field, the time, and usage.
register('commit', function(keys, args)
  local commit = parse_commit(keys, args)
  local facts = redis.call('HMGET', commit.about, 'closed', 'private', 'open', 'owner')
  local seen = redis.call('SISMEMBER', commit.seen, commit.message) == 1
  local version, creator = 0, false
  if commit.state then version, creator = read_version(commit.state, commit.correlation) end
  if facts[1] or seen then return {'duplicate', version} end
  if commit.state and (commit.version ~= version or creator and creator ~= commit.correlation) then
    return {'conflict', version}
  end
  commit.private, commit.opened_at, commit.time = commit.private or facts[2] ~= false, facts[3], now()
  commit.opens = not commit.opened_at and opens_correlation(commit)
  commit.sets_owner = commit.owner and not facts[4]
  local denied = check_commit(commit)
  if denied then return denied end
  append_events(commit)
  write_correlation(commit)
  write_index(commit)
  version = write_record(commit)
  if commit.close then remove_outstanding(commit) end
  write_outbox(commit)
  if commit.close then close_correlation(commit) end
  local first_seq, private = commit.last_seq + 1, commit.private and 1 or 0
  return {'ok', version, first_seq, private, commit.spent_field, commit.time, unpack(commit.paid, 1, 4)}
end)

-- KEYS state notes · ARGV correlation start stop (the last index)
-- Returns the notes from `start` to `stop`; none when another correlation created the record.
register('read_notes', function(keys, args)
  if redis.call('HGET', keys[1], 'of') ~= args[1] then return {} end
  return redis.call('LRANGE', keys[2], args[2], args[3])
end, {'no-writes'})
