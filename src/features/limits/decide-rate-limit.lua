-- Decides all policies of one subject together, and counts the request only if every one allows it (D53).
-- KEYS[1]  a hash of counters, one field a policy and bucket: "<policy>:<bucket>"
-- ARGV[1]  the instant in microseconds, or "" for Redis's own clock
-- ARGV[2…] seven numbers a policy: bucket length in microseconds, past buckets, quota,
--          debt (requests that were let through while Redis was away),
--          the last bucket and count that the caller saw here (-1 0 for none),
--          and how many requests to count at once
-- Returns  allowed (1 or 0), then for each policy: used, wait and reset in microseconds; last the instant
local now = tonumber(ARGV[1])
if now == nil then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000000 + tonumber(time[2])
end

local policies = {}
for first = 2, #ARGV, 7 do
  local policy = {
    length = tonumber(ARGV[first]),
    past = tonumber(ARGV[first + 1]),
    quota = tonumber(ARGV[first + 2]),
    debt = tonumber(ARGV[first + 3]),
    seenBucket = tonumber(ARGV[first + 4]),
    seenCount = tonumber(ARGV[first + 5]),
    cost = tonumber(ARGV[first + 6]),
    buckets = {},
    counts = {},
    used = 0,
  }
  policy.current = math.floor(now / policy.length)
  policies[#policies + 1] = policy
end

local stale = {}
local stored = redis.call('HGETALL', KEYS[1])
for index = 1, #stored, 2 do
  local separator = string.find(stored[index], ':', 1, true)
  local policy = policies[tonumber(string.sub(stored[index], 1, separator - 1))]
  local bucket = tonumber(string.sub(stored[index], separator + 1))
  if policy == nil or math.abs(policy.current - bucket) > policy.past then
    stale[#stale + 1] = stored[index]
  else
    local count = tonumber(stored[index + 1])
    policy.buckets[#policy.buckets + 1] = bucket
    policy.counts[bucket] = count
    policy.used = policy.used + count
  end
end

local written = false
local function add(index, policy, count)
  written = true
  redis.call('HINCRBY', KEYS[1], index .. ':' .. string.format('%d', policy.current), count)
  if policy.counts[policy.current] == nil then
    policy.buckets[#policy.buckets + 1] = policy.current
    policy.counts[policy.current] = 0
  end
  policy.counts[policy.current] = policy.counts[policy.current] + count
  policy.used = policy.used + count
end

-- A Redis that lost its data must not hand out a calendar day's quota again.
for index, policy in ipairs(policies) do
  local debt = policy.debt
  if policy.past == 0 and policy.seenBucket == policy.current and policy.used < policy.seenCount then
    debt = debt + policy.seenCount - policy.used
  end
  if debt > 0 then add(index, policy, debt) end
end

local function leaves(policy, bucket)
  return (bucket + policy.past + 1) * policy.length - now
end

local allowed = 1
for _, policy in ipairs(policies) do
  table.sort(policy.buckets)
  policy.wait = 0
  local left = policy.used
  for _, bucket in ipairs(policy.buckets) do
    if policy.cost == 0 or left + policy.cost <= policy.quota then break end
    left = left - policy.counts[bucket]
    policy.wait = leaves(policy, bucket)
  end
  -- More than the whole quota never fits.
  if policy.cost > 0 and left + policy.cost > policy.quota then policy.wait = leaves(policy, policy.current) end
  if policy.wait > 0 then allowed = 0 end
end

local lifetime = 0
for index, policy in ipairs(policies) do
  if allowed == 1 and policy.cost > 0 then add(index, policy, policy.cost) end
  lifetime = math.max(lifetime, leaves(policy, policy.current))
end
if written then
  if #stale > 0 then redis.call('HDEL', KEYS[1], unpack(stale)) end
  redis.call('PEXPIRE', KEYS[1], math.ceil(lifetime / 1000))
end

local reply = { allowed }
for _, policy in ipairs(policies) do
  reply[#reply + 1] = policy.used
  reply[#reply + 1] = policy.wait
  reply[#reply + 1] = leaves(policy, policy.buckets[1] or policy.current)
end
reply[#reply + 1] = now
return reply
