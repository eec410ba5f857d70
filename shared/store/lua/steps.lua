-- A step: what is looked at before it, and the one call that writes all of it or nothing (DESIGN § 3).

local DAY = 24 * 3600 * 1000
local GRACE = 2000  -- as in shared/store/memory/outbox.py
local STEP_WRITES = {
  'xadd', 'hset', 'sadd', 'zadd', 'hdel', 'zrem', 'srem', 'rpush', 'pexpire', 'persist', 'del'
}

-- An entity belongs to the correlation that created it: for any other one there is no record at its address.
local function record_of(state, correlation)
  local found = redis.call('HMGET', state, 'version', 'of')
  return found[2] == correlation and tonumber(found[1]) or 0, found[2]
end

-- KEYS about seen spent [state] · ARGV message correlation known
register('begin', function(keys, args)
  local about, seen, spent, state = unpack(keys)
  local closed = redis.call('HGET', about, 'closed')
  local paid = redis.call('HMGET', spent, 'calls', 'input', 'output', 'usd')
  local version, record = 0, false
  if state then
    version = record_of(state, args[2])
    if version ~= tonumber(args[3]) then record = redis.call('HGET', state, 'record') end
  end
  return {redis.call('SISMEMBER', seen, args[1]), closed and 1 or 0, version, now(), record, unpack(paid)}
end, {'no-writes'})

-- The last field of every event's payload; the numbers look as Python's %d and %.9g make them.
local function spent_field(paid)
  local calls, input, output, usd = unpack(paid)
  local tokens = (tonumber(input) or 0) + (tonumber(output) or 0)
  return string.format('"spent":{"calls":%s,"tokens":%.0f,"usd":%.9g}', calls or '0', tokens, tonumber(usd) or 0)
end

-- KEYS and ARGV of a commit as a table, in the order in which shared/store/redis/commit_arguments.py writes them.
local function read_commit(keys, args)
  local c = {}
  c.about, c.seen, c.spent, c.owed, c.log, c.memo, c.payers, c.due, c.mail, c.claims, c.state, c.journal = unpack(keys)
  c.message, c.correlation, c.role, c.address, c.version, c.has_record, c.record, c.budget = unpack(args, 1, 8)
  c.close, c.private, c.owner, c.retention, c.entry, c.events, c.letters, c.disarm = unpack(args, 9, 16)
  c.close, c.private, c.has_record = c.close == '1', c.private == '1', c.has_record == '1'
  c.owner = c.owner ~= '' and string.sub(c.owner, 2)  -- '=' before it tells an empty one from none
  c.version, c.retention = tonumber(c.version), tonumber(c.retention)
  c.first_event = 17
  c.first_letter = c.first_event + 4 * tonumber(c.events)
  c.first_disarm = c.first_letter + 4 * tonumber(c.letters)
  c.args, c.prefix = args, string.sub(c.about, 1, #c.about - #'about:' - #c.correlation)
  return c
end

-- What the close has to drop. Its keys are not in KEYS: they are those of other roles in the same partition, behind
-- the same hash tag, and only the index `owed` knows which.
local function read_owed(c)
  local owed = {}
  for _, one in ipairs(redis.call('SMEMBERS', c.owed)) do
    local role, id = string.match(one, '^([^\n]*)\n(.*)$')
    local entry = {c.prefix .. 'due:' .. role, c.prefix .. 'mail:' .. role, c.prefix .. 'claims:' .. role, id}
    check_outgoing(entry[1], entry[2], entry[3])
    owed[#owed + 1] = entry
  end
  return owed
end

-- Every key that will be written is read in a way that raises WRONGTYPE, before anything is written.
local function check(c)
  check_outgoing(c.due, c.mail, c.claims)
  redis.call('SCARD', c.owed)
  if c.journal then redis.call('LLEN', c.journal) end
  c.paid = redis.call('HMGET', c.spent, 'calls', 'input', 'output', 'usd', 'budget')
  c.last = 0
  if c.events ~= '0' then
    local last = redis.call('XREVRANGE', c.log, '+', '-', 'COUNT', 1)[1]
    c.last = last and tonumber(string.match(last[1], '^%d+')) or 0
  end
  c.dropped = c.close and read_owed(c) or {}
  check_index(c)
  return must_be_allowed(c.mail, STEP_WRITES)
end

-- First of all writes, the only one that could fail: when somebody trimmed the log and its ids go on elsewhere.
local function append_events(c)
  c.spent_text = spent_field(c.paid)
  c.data = {}
  local seq = c.last
  for place = c.first_event, c.first_letter - 1, 4 do
    seq = seq + 1
    local data = '{"seq":' .. seq .. c.args[place + 2] .. c.spent_text .. '}}'
    c.data[#c.data + 1] = data
    redis.call('XADD', c.log, seq .. '-0', 'id', c.args[place], 'type', c.args[place + 1], 'data', data)
  end
end

-- A correlation begins with its first record, event, budget or owner. Before that (a stranger's message that was
-- answered, and nothing more) only what ends by itself is kept of it.
local function begins(c)
  return c.has_record or c.events ~= '0' or c.budget ~= '' or c.owner or c.private or c.close
end

local function write_facts(c)
  if c.opens then
    c.open = c.at
    redis.call('HSET', c.about, 'open', c.at)
    for _, key in ipairs({c.memo, c.payers, c.spent}) do redis.call('PERSIST', key) end
  end
  if c.private then redis.call('HSET', c.about, 'private', 1) end
  redis.call('SADD', c.seen, c.message)
  redis.call('PEXPIRE', c.seen, math.min(DAY, c.retention))
  if c.budget ~= '' and (tonumber(c.paid[5]) or 0) == 0 then redis.call('HSET', c.spent, 'budget', c.budget) end
end

-- Returns the version that stands now.
local function write_record(c)
  if not c.state then return 0 end
  if c.journal then
    redis.call('RPUSH', c.journal, c.entry)
    if c.open then redis.call('PERSIST', c.journal) else redis.call('PEXPIRE', c.journal, math.min(DAY, c.retention)) end
  end
  if c.open and c.version == 0 then redis.call('HSET', c.about, 'at:' .. c.address, 1) end
  if not c.has_record then return c.version end
  redis.call('HSET', c.state, 'version', c.version + 1, 'of', c.correlation, 'record', c.record)
  return c.version + 1
end

local function drop_commands(c)
  for _, entry in ipairs(c.dropped) do forget(unpack(entry)) end
  redis.call('DEL', c.owed)
end

local function write_mail(c)
  for place = c.first_disarm, #c.args do
    forget(c.due, c.mail, c.claims, c.args[place])
    redis.call('SREM', c.owed, member(c.role, c.args[place]))
  end
  local nth = 0
  for place = c.first_letter, c.first_disarm - 1, 4 do
    local id, due, is_command, bytes = unpack(c.args, place, place + 3)
    if due == '' or not c.close then
      put(c.due, c.mail, c.claims, id, tonumber(due) or c.at + GRACE, nth, bytes)
      if not c.close then owe(c.owed, c.role, id, is_command == '1') end
    end
    nth = nth + 1
  end
  local exchange = c.private and 'private\n' or 'events\n'
  for number, data in ipairs(c.data) do
    local place = c.first_event + 4 * (number - 1)
    local bytes = exchange .. c.args[place + 3] .. '\n' .. data
    put(c.due, c.mail, c.claims, c.args[place], c.at + GRACE, nth + number - 1, bytes)
  end
end

-- From now on every key of the correlation has its end.
local function close(c)
  redis.call('HSET', c.about, 'closed', c.at)
  for _, field in ipairs(redis.call('HKEYS', c.about)) do
    local address = string.match(field, '^at:(.*)$')
    if address then
      redis.call('PEXPIRE', c.prefix .. 'state:' .. address, c.retention)
      redis.call('PEXPIRE', c.prefix .. 'journal:' .. address, c.retention)
    end
  end
  for _, key in ipairs({c.about, c.log, c.memo, c.payers, c.spent}) do redis.call('PEXPIRE', key, c.retention) end
end

-- KEYS and ARGV: see read_commit.
register('commit', function(keys, args)
  local c = read_commit(keys, args)
  local facts = redis.call('HMGET', c.about, 'closed', 'private', 'open', 'owner')
  local seen = redis.call('SISMEMBER', c.seen, c.message) == 1
  local version, owner = 0, false
  if c.state then version, owner = record_of(c.state, c.correlation) end
  if facts[1] or seen then return {'duplicate', version} end
  if c.state and (c.version ~= version or owner and owner ~= c.correlation) then return {'conflict', version} end
  c.private, c.open, c.at = c.private or facts[2] ~= false, facts[3], now()
  c.opens, c.owns = not c.open and begins(c), c.owner and not facts[4]
  local refused = check(c)
  if refused then return refused end
  append_events(c)
  write_facts(c)
  write_index(c)
  version = write_record(c)
  if c.close then drop_commands(c) end
  write_mail(c)
  if c.close then close(c) end
  return {'ok', version, c.last + 1, c.private and 1 or 0, c.spent_text, c.at, unpack(c.paid, 1, 4)}
end)
