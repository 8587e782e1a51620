// Prints one line per ended auction: request, duration, number of auctions it stands for. Reconnects and misses nothing.
// java Client.java ws://127.0.0.1:6060/taps [COUNT]   (JDK 11 or later, no library; a JSON library replaces the patterns)
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

public class Client implements WebSocket.Listener {
  static final Pattern SESSION = Pattern.compile("\"session\":\"([^\"]+)\"");
  static final Pattern EVENT = Pattern.compile("\"seq\":(\\d+).*?\"request\":\"([^\"]*)\".*?\"tookMs\":([\\d.]+)");
  static final Pattern SHARE = Pattern.compile("\"share\":([\\d.e-]+),\"data\"");
  static String session;
  static long seq;
  static long left;

  final StringBuilder partial = new StringBuilder();
  final CompletableFuture<Void> closed = new CompletableFuture<>();

  static void take(String line) {
    if (line.startsWith("{\"v\":1,\"type\":\"hello\"")) {
      var found = SESSION.matcher(line);
      if (found.find()) session = found.group(1);
    }
    if (line.startsWith("{\"v\":1,\"type\":\"dropped\"")) System.err.println(line);
    if (!line.startsWith("{\"v\":1,\"type\":\"event\"")) return;
    var event = EVENT.matcher(line);
    var share = SHARE.matcher(line);
    if (!event.find()) return;
    seq = Long.parseLong(event.group(1));
    System.out.println(event.group(2) + " " + event.group(3) + " " + (share.find() ? 1 / Double.parseDouble(share.group(1)) : 1));
    if (--left == 0) System.exit(0);
  }

  @Override
  public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean isLast) {
    partial.append(data);
    if (isLast) {
      var text = partial.toString();
      partial.setLength(0);
      text.lines().filter(line -> !line.isEmpty()).forEach(Client::take);
    }
    socket.request(1);
    return null;
  }

  @Override
  public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
    closed.complete(null);
    return null;
  }

  @Override
  public void onError(WebSocket socket, Throwable error) {
    closed.complete(null);
  }

  public static void main(String[] arguments) throws Exception {
    left = arguments.length > 1 ? Long.parseLong(arguments[1]) : -1;
    while (true) {
      try {
        var client = new Client();
        var socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(URI.create(arguments[0]), client).join();
        var resume = session == null ? "" : ",\"resume\":{\"session\":\"" + session + "\",\"seq\":" + seq + "}";
        socket.sendText("{\"type\":\"subscribe\",\"kinds\":[\"auction\"]" + resume + "}", true);
        client.closed.join();
      } catch (java.util.concurrent.CompletionException error) {
        System.err.println(error.getMessage());
      }
      Thread.sleep(1000);
    }
  }
}
