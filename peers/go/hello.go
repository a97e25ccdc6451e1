// A server for the greeting over HTTP/1 with Go's net/http: a goroutine for each connection, one route and handler.
//
//	hello [--port N] [--io-threads N]
//
// Port 0, the default, picks a free one; the default number of threads that run goroutines is one per processor. Prints
// "ready http://127.0.0.1:PORT/" and ends on SIGTERM. Go uses the kernel's somaxconn as the limit of connections that
// wait to be accepted.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"runtime"
	"strconv"
)

const mostThreads = 256

type greeting struct {
	result  string
	message string
}

// indented marshals every value. It writes the frame itself, since MarshalIndent puts no blank before a colon and the
// response must have the same bytes as that of the other peers.
func (g greeting) indented() ([]byte, error) {
	result, err := json.Marshal(g.result)
	if err != nil {
		return nil, err
	}
	message, err := json.Marshal(g.message)
	if err != nil {
		return nil, err
	}
	body := make([]byte, 0, 64)
	body = append(body, "{\n  \"result\" : "...)
	body = append(body, result...)
	body = append(body, ",\n  \"message\" : "...)
	body = append(body, message...)
	return append(body, "\n}"...), nil
}

func greet(response http.ResponseWriter, _ *http.Request) {
	body, err := greeting{"OK", "Hello, world!"}.indented()
	if err != nil {
		http.Error(response, err.Error(), http.StatusInternalServerError)
		return
	}
	response.Header().Set("Content-Type", "application/json")
	response.Header().Set("Content-Length", strconv.Itoa(len(body)))
	// If the client is gone, net/http notices that on the connection.
	_, _ = response.Write(body)
}

func main() {
	port := flag.Uint("port", 0, "listens here; 0 for any free one")
	ioThreads := flag.Int("io-threads", runtime.NumCPU(), "threads that run goroutines")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("unknown flag %s; known are [--port N] [--io-threads N]", flag.Arg(0))
	}
	if *ioThreads < 1 || *ioThreads > mostThreads {
		log.Fatalf("--io-threads must be 1 to %d", mostThreads)
	}
	runtime.GOMAXPROCS(*ioThreads)

	routes := http.NewServeMux()
	routes.HandleFunc("GET /api/test/sayHello", greet)
	listener, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("ready http://%s/\n", listener.Addr())
	log.Fatal(http.Serve(listener, routes))
}
