-- Index of the correlations of one partition: index (zset: id by opening instant), ended (zset: id by expiry
-- instant), owners (hash: id to owner), and an index per owner. Only a commit that opens or closes a correlation or
-- first sets its owner writes here. Expired entries are removed when others open, a few at a time. Keys that are not in
-- KEYS lie in the same partition, behind the same hash tag.

local MAX_EXPIRED_PER_OPENING = 50
local EXPIRED_MARGIN = 40  -- expired entries that `list_correlations` may meet before it has to be called again

-- Compares ids as a zset does among equal scores. Lua's own `<` follows the server's locale.
local function precedes(left_id, right_id)
  for index = 1, math.min(#left_id, #right_id) do
    local left, right = string.byte(left_id, index), string.byte(right_id, index)
    if left ~= right then return left < right end
  end
  return #left_id < #right_id
end

-- Returns the ids to remove when this correlation opens, its own expired predecessor among them, and their owners.
local function read_expired(commit)
  local former = redis.call('ZSCORE', commit.ended, commit.correlation)
  local ids = redis.call('ZRANGEBYSCORE', commit.ended, '-inf', '(' .. commit.time, 'LIMIT', 0, MAX_EXPIRED_PER_OPENING)
  if former then ids[#ids + 1] = commit.correlation end
  return ids, #ids > 0 and redis.call('HMGET', commit.owners, unpack(ids)) or {}
end

-- Reads every key that will be written, as `check_commit` in commits.lua does; does nothing for a commit that does not
-- change the index.
local function check_index(commit)
  if not (commit.opens or commit.sets_owner or commit.close) then return end
  local prefix = commit.prefix
  commit.index, commit.ended, commit.owners = prefix .. 'index', prefix .. 'ended', prefix .. 'owners'
  commit.expired = {}
  redis.call('ZCARD', commit.index)
  if commit.close then redis.call('ZCARD', commit.ended) end
  if commit.opens or commit.sets_owner then redis.call('HLEN', commit.owners) end
  if commit.sets_owner then redis.call('ZCARD', commit.index .. ':' .. commit.owner) end
  if commit.opens then commit.expired, commit.expired_owners = read_expired(commit) end
end

local function remove_expired(commit)
  if #commit.expired == 0 then return end
  for index, id in ipairs(commit.expired) do
    local owner = commit.expired_owners[index]
    -- A foreign key under the name of another owner's index holds no entry: it must not make this commit fail.
    if owner then redis.pcall('ZREM', commit.index .. ':' .. owner, id) end
  end
  redis.call('ZREM', commit.index, unpack(commit.expired))
  redis.call('ZREM', commit.ended, unpack(commit.expired))
  redis.call('HDEL', commit.owners, unpack(commit.expired))
end

-- A close adds its correlation, too: one that was opened before there was an index is listed from then on.
local function write_index(commit)
  if not commit.index then return end
  remove_expired(commit)
  redis.call('ZADD', commit.index, commit.opened_at, commit.correlation)
  if commit.sets_owner then
    redis.call('HSET', commit.about, 'owner', commit.owner)
    if commit.owner_token_digest ~= '' then
      redis.call('HSET', commit.about, 'token', commit.owner_token_digest)
    end
    redis.call('HSET', commit.owners, commit.correlation, commit.owner)
    redis.call('ZADD', commit.index .. ':' .. commit.owner, commit.opened_at, commit.correlation)
  end
  if commit.close then redis.call('ZADD', commit.ended, commit.time + commit.retention, commit.correlation) end
end

-- Returns id, opened, closed, private, owner, digest of the owner's token; false when the correlation was never opened, or has expired.
local function read_info(about, ended, id, current_time)
  local fields = redis.call('HMGET', about, 'open', 'closed', 'private', 'owner', 'token')
  if not fields[1] then return false end
  local expiry = fields[2] and redis.call('ZSCORE', ended, id)
  if expiry and tonumber(expiry) < current_time then return false end
  return {id, tonumber(fields[1]), tonumber(fields[2]) or false, fields[3] and 1 or 0, fields[4], fields[5]}
end

-- KEYS about ended · ARGV id
register('get_correlation', function(keys, args)
  return read_info(keys[1], keys[2], args[1], now())
end, {'no-writes'})

-- Returns a flat list of ids and instants, newest first, and the position of its first entry after the cursor
-- (opened, id). It reads `count` entries at a time from `opened` on ('' = from the newest).
local function read_page(index, opened, id, count)
  local skipped = 0
  while true do
    local newest = opened == '' and '+inf' or opened
    local entries = redis.call(
      'ZRANGE', index, newest, '-inf', 'BYSCORE', 'REV', 'LIMIT', skipped, count, 'WITHSCORES'
    )
    local function is_before_cursor(position)
      if opened == '' or tonumber(entries[position + 1]) ~= tonumber(opened) then return false end
      return not precedes(entries[position], id)
    end
    local first = 1
    while first < #entries and is_before_cursor(first) do first = first + 2 end
    if first < #entries or #entries < 2 * count then return entries, first end
    skipped = skipped + count
  end
end

-- KEYS index (of all, or an owner's) ended · ARGV limit opened id
-- Returns up to `limit` correlations, newest first, and the cursor to continue from (instant, id), or false at the end.
register('list_correlations', function(keys, args)
  local index, ended = unpack(keys)
  local limit, opened, id = tonumber(args[1]), args[2], args[3]
  local prefix, current_time, infos = string.sub(ended, 1, -#'ended' - 1), now(), {}
  local entries, first = read_page(index, opened, id, limit + EXPIRED_MARGIN)
  local position, last = first, #entries - 1
  while position <= last and #infos < limit do
    local info = read_info(prefix .. 'about:' .. entries[position], ended, entries[position], current_time)
    if info then infos[#infos + 1] = info end
    position = position + 2
  end
  local is_complete = position > last and #entries < 2 * (limit + EXPIRED_MARGIN)
  return {infos, not is_complete and {entries[position - 1], entries[position - 2]}}
end, {'no-writes'})

-- KEYS index ended
-- Returns the number of open correlations.
register('count_open', function(keys)
  return redis.call('ZCARD', keys[1]) - redis.call('ZCARD', keys[2])
end, {'no-writes'})
