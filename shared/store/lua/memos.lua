-- Memoized model answers, the leases to pay for them, and the budget of a correlation. lease (hash): memo key to
-- 'until reserved owner'. Sums of reserved tokens read the leases only, never the answers, which may be long.

local function parse_lease(text)
  local expiry, reserved, owner = string.match(text, '^(%d+) (%d+) (.*)$')
  return {expiry = tonumber(expiry), reserved = tonumber(reserved), owner = owner}
end

-- Returns the current leases by key, the tokens they reserve, the last of their expiries, and the keys of lapsed ones.
local function read_leases(lease, current_time)
  local leases, reserved, last_expiry, lapsed = {}, 0, current_time, {}
  local fields = redis.call('HGETALL', lease)
  for index = 1, #fields, 2 do
    local parsed = parse_lease(fields[index + 1])
    if parsed.expiry > current_time then
      leases[fields[index]] = parsed
      reserved = reserved + parsed.reserved
      last_expiry = math.max(last_expiry, parsed.expiry)
    else
      lapsed[#lapsed + 1] = fields[index]
    end
  end
  return leases, reserved, last_expiry, lapsed
end

-- Returns the tokens paid so far and the budget in tokens (0 = unlimited).
local function read_budget(spent)
  local fields = redis.call('HMGET', spent, 'input', 'output', 'budget')
  return (tonumber(fields[1]) or 0) + (tonumber(fields[2]) or 0), tonumber(fields[3]) or 0
end

local function is_within_budget(tokens, budget, additional, headroom)
  return budget == 0 or tokens + additional <= budget - math.floor(budget * headroom + 0.5)
end

-- KEYS about memo lease spent · ARGV key owner lease (ms) reserve (tokens) headroom (share of the budget)
-- Returns status and, depending on it, the answer or the expiry of the lease.
register('claim_memo', function(keys, args)
  local about, memo, lease, spent = unpack(keys)
  local key, owner = args[1], args[2]
  local lease_ms, reserve, headroom = tonumber(args[3]), tonumber(args[4]), tonumber(args[5])
  if redis.call('HGET', about, 'closed') then return {'stop'} end
  local value = redis.call('HGET', memo, key)
  if value then return {'hit', value} end
  local current_time = now()
  local leases, reserved, last_expiry, lapsed = read_leases(lease, current_time)
  local current = leases[key]
  if current and current.owner ~= owner then return {'busy', current.expiry} end
  local tokens, budget = read_budget(spent)
  if current and budget > 0 and tokens >= budget then return {'refused'} end
  if not current and not is_within_budget(tokens, budget, reserved + reserve, headroom) then return {'refused'} end
  local denied = check_rights(lease, {'hset', 'hdel', 'pexpire'})
  if denied then return denied end
  for _, lapsed_key in ipairs(lapsed) do redis.call('HDEL', lease, lapsed_key) end
  local expiry = current_time + lease_ms
  local reserved_now = current and current.reserved or reserve
  redis.call('HSET', lease, key, string.format('%.0f %.0f %s', expiry, reserved_now, owner))
  redis.call('PEXPIRE', lease, math.max(last_expiry, expiry) - current_time)
  return {'go', expiry}
end)

-- Returns the lifetime (ms) of what is written late: the rest of a closed correlation's, none in an open one.
-- An unknown correlation (expired, or not opened yet) counts as closed just now; its first commit removes the expiry.
local function remaining_lifetime(about, retention)
  local remaining = redis.call('PTTL', about)
  if remaining == -2 then return retention end
  return remaining >= 0 and remaining or nil
end

local function add_usage(spent, calls, input, output, usd)
  local before = redis.call('HMGET', spent, 'calls', 'input', 'output', 'usd')
  local function sum(index, added) return string.format('%.0f', (tonumber(before[index]) or 0) + tonumber(added)) end
  local dollars = tonumber(string.format('%.9f', (tonumber(before[4]) or 0) + tonumber(usd)))
  redis.call(
    'HSET', spent, 'calls', sum(1, calls), 'input', sum(2, input), 'output', sum(3, output),
    'usd', string.format('%.17g', dollars)
  )
end

-- KEYS about memo lease spent payers · ARGV key owner value calls input output usd retention (ms)
-- Returns the answer that was stored before, or false when this one is stored.
register('finish_memo', function(keys, args)
  local about, memo, lease, spent, payers = unpack(keys)
  local key, owner, value, calls, input, output, usd, retention = unpack(args)
  local payer = #key .. ':' .. key .. owner
  local stored = redis.call('HGET', memo, key)
  local is_counted = redis.call('SISMEMBER', payers, payer) == 1
  redis.call('HLEN', lease)
  redis.call('HLEN', spent)
  redis.call('HLEN', about)
  local denied = check_rights(memo, {'hset', 'hdel', 'sadd', 'pexpire'})
  if denied then return denied end
  if not is_counted then
    redis.call('SADD', payers, payer)
    add_usage(spent, calls, input, output, usd)
  end
  redis.call('HDEL', lease, key)
  if not stored then redis.call('HSET', memo, key, value) end
  local lifetime = remaining_lifetime(about, tonumber(retention))
  if lifetime then
    for _, written in ipairs({memo, spent, payers}) do redis.call('PEXPIRE', written, lifetime) end
  end
  return stored
end)

-- KEYS lease · ARGV key owner
register('release_memo', function(keys, args)
  local text = redis.call('HGET', keys[1], args[1])
  if text and parse_lease(text).owner == args[2] then redis.call('HDEL', keys[1], args[1]) end
  return 1
end, {'allow-oom'})

-- KEYS lease spent
-- Returns calls, input tokens, output tokens, dollars, reserved tokens, budget.
register('get_budget_usage', function(keys)
  local paid = redis.call('HMGET', keys[2], 'calls', 'input', 'output', 'usd', 'budget')
  local _, reserved = read_leases(keys[1], now())
  return {paid[1], paid[2], paid[3], paid[4], reserved, paid[5]}
end, {'no-writes'})
