-- Who may pay for which model answer, and what a correlation has paid. lease: key to 'until reserved owner'.
-- Reserved sums read leases only, never the answers, which may be long.

local function read_lease(text)
  local till, reserved, owner = string.match(text, '^(%d+) (%d+) (.*)$')
  return {till = tonumber(till), reserved = tonumber(reserved), owner = owner}
end

-- Leases that have not lapsed, what they reserve, their last end; and the keys of those that have.
local function read_leases(lease, at)
  local held, reserved, last, lapsed = {}, 0, at, {}
  local found = redis.call('HGETALL', lease)
  for place = 1, #found, 2 do
    local one = read_lease(found[place + 1])
    if one.till > at then
      held[found[place]] = one
      reserved = reserved + one.reserved
      last = math.max(last, one.till)
    else
      lapsed[#lapsed + 1] = found[place]
    end
  end
  return held, reserved, last, lapsed
end

-- The account: what was paid, in tokens, and the bound (0 = none).
local function read_account(spent)
  local found = redis.call('HMGET', spent, 'input', 'output', 'budget')
  return (tonumber(found[1]) or 0) + (tonumber(found[2]) or 0), tonumber(found[3]) or 0
end

local function allowed(tokens, budget, wanted, keep)
  return budget == 0 or tokens + wanted <= budget - math.floor(budget * keep + 0.5)
end

-- KEYS about memo lease spent · ARGV key owner lease (ms) reserve keep
register('claim_memo', function(keys, args)
  local about, memo, lease, spent = unpack(keys)
  local key, owner, length, reserve, keep = args[1], args[2], tonumber(args[3]), tonumber(args[4]), tonumber(args[5])
  if redis.call('HGET', about, 'closed') then return {'stop'} end
  local value = redis.call('HGET', memo, key)
  if value then return {'hit', value} end
  local at = now()
  local leases, reserved, last, lapsed = read_leases(lease, at)
  local held = leases[key]
  if held and held.owner ~= owner then return {'busy', held.till} end
  local tokens, budget = read_account(spent)
  if held and budget > 0 and tokens >= budget then return {'refused'} end
  if not held and not allowed(tokens, budget, reserved + reserve, keep) then return {'refused'} end
  local refused = must_be_allowed(lease, {'hset', 'hdel', 'pexpire'})
  if refused then return refused end
  for _, one in ipairs(lapsed) do redis.call('HDEL', lease, one) end
  local till = at + length
  redis.call('HSET', lease, key, string.format('%.0f %.0f %s', till, held and held.reserved or reserve, owner))
  redis.call('PEXPIRE', lease, math.max(last, till) - at)
  return {'go', till}
end)

-- How long what is written late is kept: as long as the rest of a closed correlation; without end in an open one.
-- Nobody knows the correlation (forgotten, or not begun): as if it had closed just now; its first commit undoes that.
local function rest_of_life(about, retention)
  local rest = redis.call('PTTL', about)
  if rest == -2 then return retention end
  return rest >= 0 and rest or nil
end

local function pay(spent, calls, input, output, usd)
  local before = redis.call('HMGET', spent, 'calls', 'input', 'output', 'usd')
  local function sum(place, more) return string.format('%.0f', (tonumber(before[place]) or 0) + tonumber(more)) end
  local dollars = tonumber(string.format('%.9f', (tonumber(before[4]) or 0) + tonumber(usd)))
  redis.call(
    'HSET', spent, 'calls', sum(1, calls), 'input', sum(2, input), 'output', sum(3, output),
    'usd', string.format('%.17g', dollars)
  )
end

-- KEYS about memo lease spent payers · ARGV key owner value calls input output usd retention. The first answer, or
-- false when it is this one.
register('finish_memo', function(keys, args)
  local about, memo, lease, spent, payers = unpack(keys)
  local key, owner, value, calls, input, output, usd, retention = unpack(args)
  local payer = #key .. ':' .. key .. owner
  local first = redis.call('HGET', memo, key)
  local paid = redis.call('SISMEMBER', payers, payer) == 1
  redis.call('HLEN', lease)
  redis.call('HLEN', spent)
  redis.call('HLEN', about)
  local refused = must_be_allowed(memo, {'hset', 'hdel', 'sadd', 'pexpire'})
  if refused then return refused end
  if not paid then
    redis.call('SADD', payers, payer)
    pay(spent, calls, input, output, usd)
  end
  redis.call('HDEL', lease, key)
  if not first then redis.call('HSET', memo, key, value) end
  local rest = rest_of_life(about, tonumber(retention))
  if rest then
    for _, one in ipairs({memo, spent, payers}) do redis.call('PEXPIRE', one, rest) end
  end
  return first
end)

-- KEYS lease · ARGV key owner
register('release_memo', function(keys, args)
  local held = redis.call('HGET', keys[1], args[1])
  if held and read_lease(held).owner == args[2] then redis.call('HDEL', keys[1], args[1]) end
  return 1
end, {'allow-oom'})

-- KEYS lease spent. Calls, tokens read, tokens written, dollars, reserved, budget.
register('spent', function(keys)
  local paid = redis.call('HMGET', keys[2], 'calls', 'input', 'output', 'usd', 'budget')
  local _, reserved = read_leases(keys[1], now())
  return {paid[1], paid[2], paid[3], paid[4], reserved, paid[5]}
end, {'no-writes'})
