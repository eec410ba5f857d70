-- Which correlations began, in one partition: index (zset: id by the instant it opened), ended (zset: id by the instant
-- it is forgotten), owners (hash: id to whose it is), and per owner an index of what is his.
-- Only a commit that opens, closes or names the owner writes here. What is forgotten leaves when others open, a few at
-- a time. Keys that are not in KEYS lie in the same partition, behind the same hash tag.

local FORGOTTEN_AT_ONCE = 50
local LOOKED_AT_BEYOND = 40  -- entries that `listed` may find forgotten before it wants to be called again

-- The order of a zset among equal instants. Lua's own `<` follows the server's locale.
local function precedes(one, other)
  for place = 1, math.min(#one, #other) do
    local left, right = string.byte(one, place), string.byte(other, place)
    if left ~= right then return left < right end
  end
  return #one < #other
end

-- What leaves the index when this correlation opens; also a former life of its own, whose records are gone.
local function read_forgotten(c)
  local former = redis.call('ZSCORE', c.ended, c.correlation)
  local ids = redis.call('ZRANGEBYSCORE', c.ended, '-inf', '(' .. c.at, 'LIMIT', 0, FORGOTTEN_AT_ONCE)
  if former then ids[#ids + 1] = c.correlation end
  return ids, #ids > 0 and redis.call('HMGET', c.owners, unpack(ids)) or {}
end

-- Reads every key that will be written, as `check` in steps.lua does; nothing for a step that changes nothing here.
local function check_index(c)
  if not (c.opens or c.owns or c.close) then return end
  c.index, c.ended, c.owners, c.forgotten = c.prefix .. 'index', c.prefix .. 'ended', c.prefix .. 'owners', {}
  redis.call('ZCARD', c.index)
  if c.close then redis.call('ZCARD', c.ended) end
  if c.opens or c.owns then redis.call('HLEN', c.owners) end
  if c.owns then redis.call('ZCARD', c.index .. ':' .. c.owner) end
  if c.opens then c.forgotten, c.whose = read_forgotten(c) end
end

local function forget_ended(c)
  if #c.forgotten == 0 then return end
  for place, id in ipairs(c.forgotten) do
    local owner = c.whose[place]
    -- A key that somebody misuses holds nothing of ours: it must not stop an opening that has nothing to do with it.
    if owner then redis.pcall('ZREM', c.index .. ':' .. owner, id) end
  end
  redis.call('ZREM', c.index, unpack(c.forgotten))
  redis.call('ZREM', c.ended, unpack(c.forgotten))
  redis.call('HDEL', c.owners, unpack(c.forgotten))
end

-- A close enters its correlation too: one that began before there was an index is known from then on.
local function write_index(c)
  if not c.index then return end
  forget_ended(c)
  redis.call('ZADD', c.index, c.open, c.correlation)
  if c.owns then
    redis.call('HSET', c.about, 'owner', c.owner)
    redis.call('HSET', c.owners, c.correlation, c.owner)
    redis.call('ZADD', c.index .. ':' .. c.owner, c.open, c.correlation)
  end
  if c.close then redis.call('ZADD', c.ended, c.at + c.retention, c.correlation) end
end

-- Id, opened, closed, private, owner. False when it never began, or is forgotten.
local function known(about, ended, id, at)
  local found = redis.call('HMGET', about, 'open', 'closed', 'private', 'owner')
  if not found[1] then return false end
  local forgotten = found[2] and redis.call('ZSCORE', ended, id)
  if forgotten and tonumber(forgotten) < at then return false end
  return {id, tonumber(found[1]), tonumber(found[2]) or false, found[3] and 1 or 0, found[4]}
end

-- KEYS about ended · ARGV id
register('about', function(keys, args) return known(keys[1], keys[2], args[1], now()) end, {'no-writes'})

-- Up to `most` entries before (opened, id), newest first: ids and instants. `opened` '' = from the newest one.
local function read_before(index, opened, id, most)
  local skipped = 0
  while true do
    local newest = opened == '' and '+inf' or opened
    local part = redis.call(
      'ZRANGE', index, newest, '-inf', 'BYSCORE', 'REV', 'LIMIT', skipped, most, 'WITHSCORES'
    )
    local function comes_after(place)  -- in the order of the list not behind (opened, id): it was there before
      return opened ~= '' and tonumber(part[place + 1]) == tonumber(opened) and not precedes(part[place], id)
    end
    local first = 1
    while first < #part and comes_after(first) do first = first + 2 end
    if first < #part or #part < 2 * most then return part, first end
    skipped = skipped + most
  end
end

-- KEYS index (everybody's or an owner's) ended · ARGV limit opened id. Up to `limit` that are known, newest first; and
-- where to go on, instant and id, unless there is nothing behind it.
register('listed', function(keys, args)
  local index, ended = unpack(keys)
  local limit, opened, id = tonumber(args[1]), args[2], args[3]
  local prefix, at, found = string.sub(ended, 1, -#'ended' - 1), now(), {}
  local part, first = read_before(index, opened, id, limit + LOOKED_AT_BEYOND)
  local place, last = first, #part - 1
  while place <= last and #found < limit do
    local one = known(prefix .. 'about:' .. part[place], ended, part[place], at)
    if one then found[#found + 1] = one end
    place = place + 2
  end
  local whole = place > last and #part < 2 * (limit + LOOKED_AT_BEYOND)
  return {found, not whole and {part[place - 1], part[place - 2]}}
end, {'no-writes'})

-- KEYS index ended
register('open_count', function(keys)
  return redis.call('ZCARD', keys[1]) - redis.call('ZCARD', keys[2])
end, {'no-writes'})
