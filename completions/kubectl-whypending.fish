# fish completion for kubectl-whypending: `kubectl-whypending __completion fish` made it.

# What the program says could stand here.
function __kubectl_whypending_ask
	set -l typed (commandline -opc)
	set -l word (commandline -ct)
	set -l tool $typed[1]
	set -e typed[1]
	set -l glued (string match -r -- '^-[^-]' $word)
	$tool __complete $typed "$word" 2>/dev/null </dev/null | while read -l line
		string match -q -- ':*' $line; and continue
		if test -n "$glued"
			set line (string sub -s 3 -- $line)
		end
		echo $line
	end
end

complete -c kubectl-whypending -f
complete -c kubectl-whypending -k -a '(__kubectl_whypending_ask)'
complete -c kubectl-whypending -l snapshot -d 'read a file, a directory or - (standard input) instead of a live cluster' -r -F
complete -c kubectl-whypending -l demo -d 'read the built-in sample cluster'
complete -c kubectl-whypending -l kubernetes-version -d 'emulate the scheduler of this release' -x -a '1.30 1.31 1.32 1.33 1.34 1.35 1.36'
complete -c kubectl-whypending -l scheduler-config -d 'the scheduler\'s KubeSchedulerConfiguration' -r -F
complete -c kubectl-whypending -l now -d 'the moment that a snapshot shows, RFC 3339' -x
complete -c kubectl-whypending -s n -l namespace -d 'look in this namespace' -x -k -a '(__kubectl_whypending_ask)'
complete -c kubectl-whypending -s A -l all-namespaces -d 'look in all namespaces'
complete -c kubectl-whypending -s l -l selector -d 'only pods whose labels match, as in kubectl' -x
complete -c kubectl-whypending -l what-if -d 'suppose a change' -x -k -a '(__kubectl_whypending_ask)'
complete -c kubectl-whypending -s f -l filename -d 'would the pods and workloads of this manifest fit' -r -F
complete -c kubectl-whypending -s o -l output -d 'print as FORMAT' -x -a 'wide json yaml markdown prometheus name'
complete -c kubectl-whypending -l nodes -d 'which nodes to show' -x -a 'all near none'
complete -c kubectl-whypending -l color -d 'when to use colours (auto: on a terminal, unless NO_COLOR is set)' -x -a 'auto always never'
complete -c kubectl-whypending -l lang -d 'language of what is printed for people' -x -a 'en zh'
complete -c kubectl-whypending -s v -l verbose -d 'say more'
complete -c kubectl-whypending -s w -l watch -d 'follow a pod until it runs, print when something changes'
complete -c kubectl-whypending -s i -l interactive -d 'explore on the terminal'
complete -c kubectl-whypending -l capture -d 'also save what was read' -r -F
complete -c kubectl-whypending -l redact -d 'names, images, labels and the like become pseudonyms, in the bundle and in all that is printed'
complete -c kubectl-whypending -l kubeconfig -d 'use this kubeconfig file' -r -F
complete -c kubectl-whypending -l context -d 'use this context of the kubeconfig' -x -k -a '(__kubectl_whypending_ask)'
complete -c kubectl-whypending -l cluster -d 'use this cluster of the kubeconfig' -x -k -a '(__kubectl_whypending_ask)'
complete -c kubectl-whypending -l user -d 'use this user of the kubeconfig' -x -k -a '(__kubectl_whypending_ask)'
complete -c kubectl-whypending -s s -l server -d 'address of the API server' -x
complete -c kubectl-whypending -l certificate-authority -d 'CA certificate that the server\'s is checked against' -r -F
complete -c kubectl-whypending -l insecure-skip-tls-verify -d 'do not check the server\'s certificate'
complete -c kubectl-whypending -l tls-server-name -d 'name that the server\'s certificate is for, if not its host' -x
complete -c kubectl-whypending -l client-certificate -d 'client certificate' -r -F
complete -c kubectl-whypending -l client-key -d 'key of the client certificate' -r -F
complete -c kubectl-whypending -l token -d 'bearer token' -x
complete -c kubectl-whypending -l username -d 'user name for basic authentication' -x
complete -c kubectl-whypending -l password -d 'password for basic authentication' -x
complete -c kubectl-whypending -l as -d 'act as this user or service account' -x
complete -c kubectl-whypending -l as-uid -d 'act with this uid' -x
complete -c kubectl-whypending -l as-group -d 'act as a member of this group' -x
complete -c kubectl-whypending -l as-user-extra -d 'act with this extra information' -x
complete -c kubectl-whypending -l request-timeout -d 'give up on a request after this time (10, 30s, 1m30s)' -x
complete -c kubectl-whypending -l chunk-size -d 'objects per page of a list' -x
complete -c kubectl-whypending -l disable-compression -d 'do not let the server compress its answers'
complete -c kubectl-whypending -l cache-dir -d 'taken as kubectl takes it' -x -a '(__fish_complete_directories)'
complete -c kubectl-whypending -l rules -d 'rule files beside the built-in ones and those of ~/.config/kubectl-whypending/rules.d' -x -a '(__fish_complete_directories)'
complete -c kubectl-whypending -l explain -d 'what a cause or a stage means, how to tell, what to do' -x -k -a '(__kubectl_whypending_ask)'
complete -c kubectl-whypending -l check-rules -d 'check the rule files of --rules and of your own directory'
complete -c kubectl-whypending -l rbac -d 'print the roles that are needed, as YAML'
complete -c kubectl-whypending -s h -l help -d 'this text'
complete -c kubectl-whypending -l version -d 'name and version of the program'
