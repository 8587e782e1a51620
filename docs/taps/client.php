<?php
// Prints one line per ended auction: request, duration, number of auctions it stands for. Reconnects and misses nothing.
// php client.php ws://127.0.0.1:6060/taps [COUNT]   (no extensions)
[, $address] = $argv;
$url = parse_url($address);
$host = $url['host'] . ':' . ($url['port'] ?? 80);
$path = ($url['path'] ?? '/taps') . (isset($url['query']) ? "?{$url['query']}" : '');
$left = (int) ($argv[2] ?? -1);
[$session, $seq] = [null, 0];

/** A masked frame, as clients must send them. */
function frame(int $opcode, string $payload): string
{
    $size = strlen($payload);
    $length = $size < 126 ? chr(128 | $size) : chr(128 | 126) . pack('n', $size);
    $mask = random_bytes(4);
    return chr(128 | $opcode) . $length . $mask . ($payload ^ str_pad('', $size, $mask));
}

function readBytes($stream, int $size): string
{
    $read = $size === 0 ? '' : stream_get_contents($stream, $size);
    if ($read === false || strlen($read) < $size) throw new RuntimeException('closed');
    return $read;
}

function readFrame($stream): array
{
    [$opcode, $size] = array_values(unpack('C2', readBytes($stream, 2)));
    $size &= 127;
    if ($size > 125) $size = unpack($size === 126 ? 'n' : 'J', readBytes($stream, $size === 126 ? 2 : 8))[1];
    return [$opcode & 15, readBytes($stream, $size)];
}

function take(array $message): void
{
    global $session, $seq, $left;
    if ($message['type'] === 'hello') $session = $message['session'];
    if ($message['type'] === 'dropped') fwrite(STDERR, "{$message['count']} events dropped\n");
    if ($message['type'] !== 'event') return;
    $seq = $message['seq'];
    echo $message['request'], ' ', $message['data']['tookMs'], ' ', 1 / ($message['share'] ?? 1), "\n";
    if (--$left === 0) exit(0);
}

function run(string $host, string $path): void
{
    global $session, $seq;
    $stream = @stream_socket_client("tcp://$host", $code, $error, 5) ?: throw new RuntimeException($error);
    stream_set_timeout($stream, 3600);
    $key = base64_encode(random_bytes(16));
    $head = "GET $path HTTP/1.1\r\nHost: $host\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";
    fwrite($stream, "{$head}Sec-WebSocket-Key: $key\r\nSec-WebSocket-Version: 13\r\n\r\n");
    if (!str_contains((string) fgets($stream), ' 101 ')) throw new RuntimeException('rejected');
    while (!in_array(fgets($stream), ["\r\n", false], true));
    $resume = $session === null ? [] : ['resume' => ['session' => $session, 'seq' => $seq]];
    fwrite($stream, frame(1, json_encode(['type' => 'subscribe', 'kinds' => ['auction'], ...$resume])));
    while (true) {
        [$opcode, $payload] = readFrame($stream);
        if ($opcode === 9) fwrite($stream, frame(10, $payload));
        if ($opcode === 8) throw new RuntimeException('closed');
        if ($opcode === 1) foreach (explode("\n", trim($payload)) as $line) take(json_decode($line, true));
    }
}

while (true) {
    try {
        run($host, $path);
    } catch (RuntimeException $error) {
        fwrite(STDERR, $error->getMessage() . "\n");
    }
    sleep(1);
}
